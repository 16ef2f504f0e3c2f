import { h } from "preact";
import { renderDocument } from "./layout.tsx";

/** A page in the layout of the site. `body` is markup; `root` leads from the page to the site's root, so that the site works below any path. */
export function htmlPage({
  title,
  body,
  root,
}: {
  title: string;
  body: string;
  root: string;
}): string {
  const children = h("div", {
    class: "prose",
    dangerouslySetInnerHTML: { __html: `<h1>${escapeHtml(title)}</h1>\n${body}` },
  });
  return renderDocument({ title, root, children });
}

/** Text as it may stand in markup and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
