import { createHash } from "node:crypto";
import * as z from "zod";
import type { Site } from "../site/site.ts";
import { escapeHtml } from "./html.ts";

/** The viewer colours itself by custom properties, which reach into it from outside. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { display: flex; flex-direction: column; height: 100dvh; margin: 0; background: light-dark(#fff, #16191d); color: light-dark(#1c2024, #e4e7eb); }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.5rem; padding: 0.5rem 1rem; border-bottom: 1px solid light-dark(#d5d9de, #3a4149); }
h1 { margin: 0; font-size: 1.1rem; }
a { color: light-dark(#0b57a4, #8ab8f0); }
#state { padding: 0 1rem; }
#state:empty { display: none; }
table { border-collapse: collapse; }
td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
.viewer { flex: 1; min-height: 0; }
.overview { padding: 0 1rem; max-width: 44rem; }
@media (min-width: 768px) { .overview { padding: 0; } }
openapi-explorer {
  --font-regular: system-ui, sans-serif;
  --font-mono: ui-monospace, monospace;
  --font-size-regular: 16px;
  --font-size-small: 15px;
  --font-size-mono: 14px;
  --bg: light-dark(#fff, #16191d);
  --bg2: light-dark(#f6f7f9, #1d2126);
  --bg3: light-dark(#eceff2, #262b32);
  --light-bg: light-dark(#d5d9de, #3a4149);
  --fg: light-dark(#1c2024, #e4e7eb);
  --fg2: light-dark(#2f353b, #d3d8de);
  --fg3: light-dark(#3d444c, #c3c9d0);
  --light-fg: light-dark(#565e67, #a7afb8);
  --input-bg: light-dark(#fff, #1d2126);
  --placeholder-color: light-dark(#5d656e, #9aa3ad);
  --hover-color: light-dark(#eceff2, #262b32);
  --border-color: light-dark(#d5d9de, #3a4149);
  --light-border-color: light-dark(#e3e6ea, #30363d);
  --nav-bg-color: light-dark(#f6f7f9, #1d2126);
  --nav-text-color: light-dark(#2f353b, #d3d8de);
  --nav-hover-bg-color: light-dark(#e3e6ea, #30363d);
  --nav-hover-text-color: light-dark(#1c2024, #fff);
  --nav-hover-scrollbar-color: light-dark(#b9c0c7, #4b545e);
  --primary-color: light-dark(#0b57a4, #8ab8f0);
  --secondary-color: light-dark(#0b57a4, #8ab8f0);
  --primary-btn-text-color: light-dark(#fff, #16191d);
  --header-bg: light-dark(#0b57a4, #8ab8f0);
  --header-fg: light-dark(#fff, #16191d);
  --code-fg: light-dark(#2f353b, #d3d8de);
  --inline-code-fg: light-dark(#8a2c0d, #f2b28f);
  --code-property-color: light-dark(#85144b, #f0a3c6);
  --code-keyword-color: light-dark(#0b57a4, #8ab8f0);
  --code-operator-color: light-dark(#6b4a1c, #dbb98a);
  --light-blue: light-dark(#e8f1fb, #1c2c40);
  --light-green: light-dark(#e7f5eb, #17301f);
  --light-red: light-dark(#fdecee, #3d1b1f);
  --light-orange: light-dark(#fdf1e3, #3a2813);
  --light-yellow: light-dark(#fbf5dc, #332b10);
  --light-purple: light-dark(#f1ecfb, #2a2040);
  --light-gray: light-dark(#eceff2, #262b32);
}
/* The viewer computes with these, and knows plain colours only. */
openapi-explorer {
  --blue: #0b57a4;
  --green: #14692b;
  --red: #a61b29;
  --orange: #8a4500;
  --yellow: #6d5200;
  --purple: #5d37a8;
  --gray: #465865;
}
@media (prefers-color-scheme: dark) {
  openapi-explorer {
    --blue: #8ab8f0;
    --green: #7fd196;
    --red: #ff9da6;
    --orange: #f5b26b;
    --yellow: #e8cf74;
    --purple: #c3aaf5;
    --gray: #a7afb8;
  }
}
`;

/** Inside the viewer: a button that stays readable under the pointer, and tables whose rows become blocks on a phone. */
const VIEWER_STYLE = `
.m-btn.primary:hover { color: var(--primary-btn-text-color); }
@media (max-width: 767.98px) {
  #auth tr, #auth td, table[role="presentation"] tr, table[role="presentation"] td { display: block; width: auto !important; min-width: 0 !important; border: none !important; text-align: left !important; }
  .param-name, .param-type { text-align: left; margin: 0 !important; }
  table[role="presentation"] tr { padding: 0.5rem 0; border-bottom: 1px solid var(--border-color) !important; }
}
`;

/**
 * Shows the description with the server of this page instead of the base address, so that a mirror's reader tries the
 * mirror, and with the examples of path parameters filled in.
 */
const SCRIPT = `
const root = new URL("./", location.href);

async function show() {
  const answer = await fetch(new URL("v1/openapi.json", root));
  if (!answer.ok) throw new Error("the server answered " + answer.status);
  const description = await answer.json();
  description.servers = [{ url: root.href.slice(0, -1) }];
  for (const parameter of Object.values(description.components.parameters)) {
    if (parameter.in === "path") parameter.schema.default = parameter.example;
  }

  await customElements.whenDefined("openapi-explorer");
  const viewer = document.querySelector("openapi-explorer");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(VIEWER_STYLE)});
  viewer.shadowRoot.adoptedStyleSheets.push(sheet);
  for (const part of ["api-request", "api-response"]) customElements.get(part).elementStyles.push(sheet);
  await viewer.loadSpec(description);
}

show().catch((error) => {
  document.querySelector("#state").textContent = "The description could not be loaded: " + error.message;
});
`;

/**
 * Scripts of this site and this page only, requests to this site only. Styles may be inline, because the viewer writes
 * `style` attributes and elements into its shadow tree; nothing is ever evaluated.
 */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const OperationsSchema = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({ summary: z.string() }) })),
});

/** Adds `/docs`, the interactive reference of the API, with its viewer. Call it after `addOpenApi`. */
export function addDocs(site: Site, viewer: { script: Buffer; licence: Buffer }): void {
  const description = site.jsonOf("/v1/openapi.json");
  if (description === undefined)
    throw new Error("the reference is made of /v1/openapi.json, which is not there yet");
  site.addPage("/docs", docsPage(OperationsSchema.parse(JSON.parse(description)).paths));
  site.addFile("/assets/openapi-explorer.js", "text/javascript; charset=utf-8", viewer.script);
  site.addFile("/assets/openapi-explorer.LICENSE.txt", "text/plain; charset=utf-8", viewer.licence);
}

function docsPage(paths: z.infer<typeof OperationsSchema>["paths"]): string {
  const rows = Object.entries(paths).map(
    ([path, { get }]) =>
      `<tr><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(get.summary)}</td></tr>`,
  );
  // What has no slot of the viewer is shown where the viewer is not.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>API reference</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<script defer src="assets/openapi-explorer.js"></script>
</head>
<body>
<header><h1>API reference</h1> <a href="./">Game Data Reference</a> <a href="guides">Guides</a> <a href="v1/openapi.json">openapi.json</a></header>
<p id="state" role="status"></p>
<div class="viewer">
<openapi-explorer hide-server-selection="true">
<div slot="overview" class="overview">
<p>Every call of the API with its parameters, its answers and real examples.</p>
<p><b>Execute</b> sends a call to the server that this page came from. Calls count against your limit. A key or token that you set under Authentication is sent to this server only, and forgotten with the page.</p>
<p>New here? <a href="guides/first-call">The first call</a> takes a minute, and <a href="guides">the guides</a> tell the rest.</p>
</div>
<span slot="overview-api-description"></span>
<p slot="overview-footer" class="overview">Overwatch and the names in it belong to Blizzard Entertainment, which has no part in this service. This page is drawn by <a href="https://github.com/Authress-Engineering/openapi-explorer">OpenAPI Explorer</a> (<a href="assets/openapi-explorer.LICENSE.txt">Apache-2.0</a>), which is served from here and calls nothing else.</p>
<div class="overview">
<p>With JavaScript, every call can be tried on this page. Without it, <a href="v1/openapi.json">openapi.json</a> is the whole description (OpenAPI 3.1). The calls are:</p>
<table>
${rows.join("\n")}
</table>
</div>
</openapi-explorer>
</div>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
