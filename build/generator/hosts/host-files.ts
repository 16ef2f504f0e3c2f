import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";
import type { SiteFacts } from "../../core/schema/manifest.ts";
import { COMPATIBILITY, WORKER_FILE } from "../../core/site/file-names.ts";
import { caddyfile, caddySite } from "./caddy.ts";
import { fillTemplate } from "./fill-template.ts";
import { headersFile, redirectsFile } from "./netlify-and-cloudflare.ts";
import { nginxHttp, nginxServer } from "./nginx.ts";
import { notFoundPages } from "./not-found-pages.ts";

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
export function workersFiles(): { file: string; body: string }[] {
  const values = { DATE: [COMPATIBILITY.date], FLAGS: COMPATIBILITY.flags };
  return [
    { file: WORKER_FILE, body: readFileSync(join(PACKAGE_ROOT, ".compiled/worker.js"), "utf8") },
    ...["wrangler.jsonc", "stage.mjs", "README.md"].map((name) => ({
      file: `hosts/workers/${name}`,
      body: fillTemplate(`workers/${name}`, values),
    })),
  ];
}
