import * as z from "zod";
import type { Site } from "../site/site.ts";
import { escapeHtml } from "./html.ts";

/**
 * Scripts of this site only, requests to this site only. Styles may be inline, because the viewer
 * writes `style` attributes and elements into its shadow tree; nothing is ever evaluated.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const OperationsSchema = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({ summary: z.string() }) })),
});

/** The viewer as it is published, and what this page adds to it. */
export type Viewer = { script: Buffer; licence: Buffer; starter: string; style: string };

/** Adds `/docs`, the interactive reference of the API, with its viewer. Call it after `addOpenApi`. */
export function addDocs(site: Site, viewer: Viewer): void {
  const description = site.jsonOf("/v1/openapi.json");
  if (description === undefined)
    throw new Error("the reference is made of /v1/openapi.json, which is not there yet");
  site.addPage("/docs", docsPage(OperationsSchema.parse(JSON.parse(description)).paths));
  site.addFile("/assets/openapi-explorer.js", "text/javascript; charset=utf-8", viewer.script);
  site.addFile("/assets/docs.js", "text/javascript; charset=utf-8", viewer.starter);
  site.addFile("/assets/docs.css", "text/css; charset=utf-8", viewer.style);
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
<link rel="stylesheet" href="assets/docs.css">
<script defer src="assets/openapi-explorer.js"></script>
<script defer src="assets/docs.js"></script>
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
</body>
</html>
`;
}
