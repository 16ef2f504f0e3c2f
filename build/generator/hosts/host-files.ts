import type { SiteFacts } from "../../core/schema/manifest.ts";
import { caddyfile, caddySite } from "./caddy.ts";
import { workersFiles } from "./cloudflare-workers.ts";
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
