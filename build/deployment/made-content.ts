import type { SiteContent } from "../fetch/distinct-contents.ts";
import { isContent } from "../fetch/fetch-content.ts";
import { hostFiles } from "../hosts/host-files.ts";
import { readWorkerProgram } from "../hosts/worker-program.ts";
import { notFoundFile } from "../pages/problems.ts";
import type { Manifest } from "../schema/manifest.ts";

/** The problem of a folder, which a server does not serve as a file; undefined where it is another. */
export function makeProblem({ baseUrl }: Manifest, content: SiteContent): Buffer | undefined {
  const { source } = content;
  if (source.kind !== "problem") return undefined;
  const body = Buffer.from(notFoundFile(source.path, source.detail, baseUrl));
  return isContent(body, content) ? body : undefined;
}

/** What hosts read is made here and never fetched: nobody else writes what a server obeys. */
export function makeHostFiles({ hosts: _, ...facts }: Manifest): { file: string; body: string }[] {
  return hostFiles(facts, readWorkerProgram());
}
