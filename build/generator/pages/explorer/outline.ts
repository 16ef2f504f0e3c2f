/** What the search needs of a page made elsewhere: title, first paragraph and headings. */
export type Outline = {
  path: string;
  title: string;
  about: string;
  headings: { id: string; title: string }[];
};

/** Finds the outline of a page in its markup. */
export function outlineOf(path: string, html: string): Outline {
  const [, title = ""] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
  const [, about = ""] = /<\/h1>[\s\S]*?<p(?:\s[^>]*)?>([\s\S]*?)<\/p>/.exec(html) ?? [];
  const headings = [...html.matchAll(/<h[23][^>]*?\sid="([^"]+)"[^>]*>([\s\S]*?)<\/h[23]>/g)];
  return {
    path,
    title: textOf(title),
    about: textOf(about),
    headings: headings.map(([, id = "", inner = ""]) => ({ id, title: textOf(inner) })),
  };
}

/** The named character references that our markup uses. */
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The text of markup, as a reader sees it. */
function textOf(markup: string): string {
  return markup
    .replace(/<[^>]+>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => NAMED[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}
