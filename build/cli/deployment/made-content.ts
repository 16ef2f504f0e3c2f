import { isContent, type SiteContent } from "../../core/fetch/fetch-site.ts";
import type { Manifest } from "../../core/schema/manifest.ts";
import { notFoundFile } from "../../generator/documents/not-found-files.ts";
import { hostFiles } from "../../generator/hosts/host-files.ts";

/**
 * Makes the 404 file of a folder, because servers do not serve it as a file. Undefined where
 * `content` is not a problem or has another checksum.
 */
export function makeProblem({ baseUrl }: Manifest, content: SiteContent): Buffer | undefined {
  if (content.detail === undefined) return undefined;
  const body = Buffer.from(notFoundFile(content.path, content.detail, baseUrl));
  return isContent(body, content) ? body : undefined;
}

/** Makes the files for hosts. They are never fetched, so that nobody else configures a server. */
export function makeHostFiles({ hosts: _, ...facts }: Manifest): { file: string; body: string }[] {
  return hostFiles(facts);
}
