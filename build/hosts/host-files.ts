import type { SiteFacts } from "../schema/manifest.ts";
import { caddyfile } from "./caddy.ts";
import { nginxHttp, nginxServer } from "./nginx.ts";

/** The files that hosts read: a pure function of the manifest, so that whoever has it needs no others to make them. */
export function hostFiles(facts: SiteFacts): { file: string; body: string }[] {
  return [
    { file: "hosts/nginx/http.conf", body: nginxHttp(facts) },
    { file: "hosts/nginx/server.conf", body: nginxServer(facts) },
    { file: "hosts/Caddyfile", body: caddyfile(facts) },
  ];
}
