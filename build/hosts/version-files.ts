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

/** A version's folder in the path of a request. */
const BELOW = `/${VERSION_SOURCE}`;

/**
 * The files that hosts read where versions stand side by side: a pure function of the manifest of
 * the newest of them. What is below a version may be kept for ever, what is above it for minutes.
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
 * What holds for each version: no other name of one of them (a path without a version would lead
 * out of it), and no page whose place is the newest.
 */
function factsOfEach({ hosts: _, ...facts }: Manifest): SiteFacts {
  return {
    ...facts,
    documents: facts.documents.map((document) => ({ ...document, spellings: [document.path] })),
    pages: facts.pages.filter(({ path }) => path !== NOT_FOUND_PAGE),
  };
}
