import { hostFiles } from "../hosts/host-files.ts";
import { notFoundFile } from "../pages/problems.ts";
import type { Manifest } from "../schema/manifest.ts";
import type { SiteContent } from "./contents.ts";
import { isContent } from "./fetch-content.ts";

/** What follows from a manifest without asking: problems and hosts' files, which a server does not serve as files. */
export type MakeContent = (content: SiteContent) => Buffer | undefined;

/** Prepares that of one manifest. What another version of the generator made otherwise is undefined. */
export function createMakeContent(manifest: Manifest): MakeContent {
  const { hosts: _, ...facts } = manifest;
  const ofHosts = new Map(hostFiles(facts).map(({ file, body }) => [file, body]));
  return (content) => {
    const { source } = content;
    const text =
      source.kind === "problem"
        ? notFoundFile(source.path, source.detail, manifest.baseUrl)
        : source.kind === "host"
          ? ofHosts.get(source.file)
          : undefined;
    const body = text === undefined ? undefined : Buffer.from(text);
    return body !== undefined && isContent(body, content) ? body : undefined;
  };
}
