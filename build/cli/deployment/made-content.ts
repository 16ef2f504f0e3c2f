import { isContent, type SiteContent } from "../../core/fetch/fetch-content.ts";
import type { Manifest } from "../../core/schema/manifest.ts";
import { notFoundFile } from "../../generator/documents/not-found-files.ts";
import { hostFiles } from "../../generator/hosts/host-files.ts";

/**
 * Makes the 404 file of a folder, because servers do not serve it as a file. Undefined where
 * `content` is not a problem or has another checksum.
 */
export function makeProblem({ baseUrl }: Manifest, content: SiteContent): Buffer | undefined {
  const { source } = content;
  if (source.kind !== "problem") return undefined;
  const body = Buffer.from(notFoundFile(source.path, source.detail, baseUrl));
  return isContent(body, content) ? body : undefined;
}

/** Makes the files for hosts. They are never fetched, so that nobody else configures a server. */
export function makeHostFiles({ hosts: _, ...facts }: Manifest): { file: string; body: string }[] {
  return hostFiles(facts);
}
