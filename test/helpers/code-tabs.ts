/**
 * A tab of a box of code: its label, its code as a reader copies it, and what the page says that it
 * prints.
 */
export type Tab = { label: string; code: string; prints: string | undefined };

/** Every tab of every box of code in a page, in their order. */
export function tabsOf(html: string): Tab[] {
  const boxes = html.matchAll(/<div class="code">([\s\S]*?)(?=<\/div><\/div>)/g);
  return [...boxes].flatMap(([, box = ""]) => {
    const [, head = "", panels = ""] =
      /^(<fieldset>[\s\S]*?<\/fieldset>)([\s\S]*)$/.exec(box) ?? [];
    const labels = [...head.matchAll(/<label>.*?>([^<>]+)<\/label>|<b>(.*?)<\/b>/g)];
    return panels
      .split("<div>")
      .slice(1)
      .map((panel, at) => {
        const [code = "", prints] = [...panel.matchAll(/<code>([\s\S]*?)<\/code>/g)].map(
          ([, text = ""]) => textOf(text),
        );
        const [, tab, single] = labels[at] ?? [];
        return { label: textOf(tab ?? single ?? ""), code, prints };
      });
  });
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** Markup as the text that a reader sees. */
function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, "")
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/g, (all, name: string) => NAMED[name] ?? all);
}
