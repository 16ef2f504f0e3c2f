import { createHash } from "node:crypto";

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { background: canvas; color: canvastext; max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
figure { margin: 1rem 0; }
figcaption { font-size: 0.9rem; }
pre { margin: 0; padding: 0.75rem; overflow-x: auto; border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); border-radius: 0.25rem; }
pre code { overflow-wrap: normal; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; }
footer { margin-top: 3rem; font-size: 0.9rem; }
`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** A page for people. `body` is markup; `root` leads from the page to the site's root, so that the site works below any path. */
export function htmlPage({ title, body, root }: { title: string; body: string; root: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
${root === "./" ? "" : `<header><a href="${root}">Game Data Reference</a></header>\n`}<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<footer>Overwatch and the names in it belong to Blizzard Entertainment, which has no part in this service.</footer>
</body>
</html>
`;
}

/** Text as it may stand in markup and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
