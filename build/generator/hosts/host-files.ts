import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";
import type { SiteFacts } from "../../core/schema/manifest.ts";
import { COMPATIBILITY, WORKER_FILE } from "../../core/site/file-names.ts";
import { notFoundFile } from "../documents/not-found-files.ts";
import { notFoundPage } from "../pages/explorer/search-page.tsx";
import { renderPage } from "../pages/layout.tsx";
import { caddyfile, caddySite } from "./caddy.ts";
import { headersFile, redirectsFile } from "./netlify-and-cloudflare.ts";
import { nginxHttp, nginxServer } from "./nginx.ts";
import { fillTemplate, foldersForPeople } from "./rules.ts";

/** The files for hosts. They follow from the manifest and the program for workers alone. */
export function hostFiles(facts: SiteFacts): { file: string; body: string }[] {
  return [
    { file: "_headers", body: headersFile(facts) },
    { file: "_redirects", body: redirectsFile(facts) },
    ...notFoundPages(facts),
    { file: "hosts/Caddyfile", body: caddyfile() },
    { file: "hosts/nginx/http.conf", body: nginxHttp(facts) },
    { file: "hosts/nginx/server.conf", body: nginxServer(facts) },
    { file: "hosts/site.caddyfile", body: caddySite(facts) },
    ...workersFiles(),
  ];
}

/**
 * The files of the folder from which `npx wrangler deploy` deploys to Cloudflare Workers: the
 * program, its configuration (https://developers.cloudflare.com/workers/wrangler/configuration/)
 * and a README. They are the same for every site. `npm run compile` makes the program.
 */
function workersFiles(): { file: string; body: string }[] {
  const values = { DATE: [COMPATIBILITY.date], FLAGS: COMPATIBILITY.flags };
  return [
    { file: WORKER_FILE, body: readFileSync(join(PACKAGE_ROOT, ".compiled/worker.js"), "utf8") },
    ...["wrangler.jsonc", "stage.mjs", "README.md"].map((name) => ({
      file: `hosts/workers/${name}`,
      body: fillTemplate(`workers/${name}`, values),
    })),
  ];
}

/**
 * The files `404.html`. Cloudflare Pages (in every folder), Netlify and GitHub Pages (at the
 * root) serve them as the body of a 404. Without them, Cloudflare Pages answers unknown paths
 * with the start page and 200. In folders of pages the file is a page for people. Elsewhere it is
 * the problem of `404.json`; at the root too, since Netlify serves that one for the API.
 */
function notFoundPages(facts: SiteFacts): { file: string; body: string }[] {
  const { problems, baseUrl } = facts;
  const page = notFoundPage(new URL(`${baseUrl}/`).pathname);
  const body = renderPage("/not-found", page, facts);
  return [
    ...problems.map(({ path, detail, file }) => ({
      file: file.replace(/\.json$/, ".html"),
      body: notFoundFile(path, detail, baseUrl),
    })),
    ...foldersForPeople(facts).map((folder) => ({ file: `${folder.slice(1)}404.html`, body })),
  ];
}
