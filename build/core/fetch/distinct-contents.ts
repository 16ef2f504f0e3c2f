import type { Manifest } from "../schema/manifest.ts";
import { digestOf } from "../site/digest.ts";
import { documentFile } from "../site/path-files.ts";

/** A content of a site, with all files that hold it and where it comes from. */
export type SiteContent = { sha256: string; bytes: number; files: string[]; source: Source };

/** Where a content comes from: a path, or for problems the manifest itself. */
export type Source =
  | { kind: "served"; path: string; file: string }
  | { kind: "problem"; path: string; detail: string; file: string };

/** Each content of a site once, in the manifest's order, without the files for hosts. */
export function distinctContents({ documents, problems, pages }: Manifest): SiteContent[] {
  const contents = new Map<string, SiteContent>();
  const add = (file: string, { sha256, bytes }: Digest, source: Source) => {
    const known = contents.get(sha256);
    if (known === undefined) contents.set(sha256, { sha256, bytes, files: [file], source });
    else known.files.push(file);
  };
  for (const { path, spellings, ...of } of documents) {
    for (const spelling of spellings)
      add(documentFile(spelling), of, { kind: "served", path, file: of.file });
  }
  for (const { path, ...of } of pages) add(of.file, of, { kind: "served", path, file: of.file });
  for (const { path, detail, ...of } of problems)
    add(of.file, of, { kind: "problem", path, detail, file: of.file });
  return [...contents.values()];
}

/** Whether a body is the content that the manifest lists. */
export function isContent(body: Uint8Array, content: SiteContent): boolean {
  const { bytes, sha256 } = digestOf(body);
  return bytes === content.bytes && sha256 === content.sha256;
}

type Digest = { sha256: string; bytes: number };
