import type { Manifest, SiteFacts } from "../schema/manifest.ts";
import type { Versions } from "../schema/versions.ts";
import { VERSION_SOURCE } from "../schema/versions.ts";
import { caddySite } from "./caddy.ts";
import {
  cloudFrontFunction,
  cloudFrontResponseFunction,
  s3UploadOfVersions,
} from "./cloudfront.ts";
import { headersFile, redirectsFile } from "./netlify-and-cloudflare.ts";
import { nginxHttp, nginxServer } from "./nginx.ts";
import { NOT_FOUND_PAGE } from "./rules.ts";
import { vercelJson } from "./vercel.ts";

/** The regular expression of a version's folder in a path. */
const BELOW = `/${VERSION_SOURCE}`;

/**
 * The files for hosts of versions that stand side by side. They follow from the newest version's
 * manifest alone. Caches may keep what is below a version for ever, and what is above for minutes.
 */
export function versionFiles(
  { latest }: Pick<Versions, "latest">,
  newest: Manifest,
): { file: string; body: string }[] {
  const facts = factsOfEach(newest);
  return [
    { file: "_headers", body: headersFile(facts, "/:version") },
    { file: "_redirects", body: redirectsFile(facts, "/:version") },
    { file: "vercel.json", body: vercelJson(facts, BELOW) },
    { file: "hosts/cloudfront-function.js", body: cloudFrontFunction(facts, BELOW) },
    { file: "hosts/cloudfront-response-function.js", body: cloudFrontResponseFunction() },
    { file: "hosts/nginx/http.conf", body: nginxHttp(facts, BELOW) },
    { file: "hosts/nginx/server.conf", body: nginxServer(facts, BELOW) },
    { file: "hosts/s3-upload.sh", body: s3UploadOfVersions(latest) },
    { file: "hosts/site.caddyfile", body: caddySite(facts, BELOW) },
  ];
}

/**
 * The facts that hold for every version. Other names are left out, since their rules would lead out
 * of the version. So is the 404 page for people.
 */
function factsOfEach({ hosts: _, ...facts }: Manifest): SiteFacts {
  return {
    ...facts,
    documents: facts.documents.map((document) => ({ ...document, spellings: [document.path] })),
    pages: facts.pages.filter(({ path }) => path !== NOT_FOUND_PAGE),
  };
}
