import type { Manifest } from "../schema/manifest.ts";
import { lookupKey } from "../spelling/fold.ts";
import { MAX_FILE_BYTES, MAX_SITE_BYTES } from "./decode.ts";
import { contentNameFault, hasFittingEnding, isHostFileName, nameFault } from "./file-names.ts";
import { documentFile, listedFiles, pageFile, problemFile } from "./path-files.ts";
import type { Steps } from "./steps.ts";

/**
 * What is wrong with a manifest that may come from anywhere; undefined where the generator could
 * have written it. It works in steps, since a manifest may have 100,000 spellings.
 */
export function* manifestFault(manifest: Manifest): Steps<string | undefined> {
  for (const document of manifest.documents) {
    const fault = yield* documentFault(document);
    if (fault !== undefined) return fault;
  }
  return (
    manifest.problems.map(problemFault).find(isFault) ??
    manifest.pages.map(pageFault).find(isFault) ??
    manifest.hosts.map(hostFault).find(isFault) ??
    (yield* sizeFault(manifest)) ??
    (yield* doubleFault(manifest))
  );
}

function* documentFault({
  path,
  file,
  spellings,
}: Manifest["documents"][number]): Steps<string | undefined> {
  if (spellings[0] !== path)
    return `the first spelling of ${quote(path)} is not its canonical path`;
  if (file !== documentFile(path)) return `${quote(file)} is not the file of ${quote(path)}`;
  const fault = contentNameFault(file);
  if (fault !== undefined) return `${quote(file)} ${fault}`;
  const canonical = path.split("/");
  for (const spelling of spellings) {
    const fault = nameFault(spelling.slice(1)) ?? nameFault(documentFile(spelling));
    if (fault !== undefined) return `${quote(spelling)} ${fault}`;
    const segments = spelling.split("/");
    const other = segments.filter((segment, at) => segment !== canonical[at]);
    if (segments.length !== canonical.length || other.length > 1)
      return `${quote(spelling)} is not a spelling of ${quote(path)}`;
    yield;
  }
  return undefined;
}

function problemFault({ path, file }: Manifest["problems"][number]): string | undefined {
  if (file !== problemFile(path)) return `${quote(file)} is not the file of ${quote(path)}`;
  const fault = contentNameFault(file);
  return fault && `${quote(file)} ${fault}`;
}

function pageFault({ path, file, type }: Manifest["pages"][number]): string | undefined {
  const isPage = file === pageFile(path) && type.startsWith("text/html");
  if (!isPage && file !== path.slice(1)) return `${quote(file)} is not the file of ${quote(path)}`;
  if (!hasFittingEnding(file, type))
    return `${quote(file)} is not a valid name for a file of type ${type}`;
  const fault = contentNameFault(file);
  return fault && `${quote(file)} ${fault}`;
}

function hostFault({ file }: Manifest["hosts"][number]): string | undefined {
  return isHostFileName(file) ? undefined : `${quote(file)} is not a host configuration`;
}

function* sizeFault(manifest: Manifest): Steps<string | undefined> {
  let total = 0;
  for (const { file, bytes } of listedFiles(manifest)) {
    if (bytes > MAX_FILE_BYTES) return `${quote(file)} is listed with ${bytes} bytes`;
    total += bytes;
    if (total > MAX_SITE_BYTES)
      return `its files are listed with more than ${MAX_SITE_BYTES} bytes`;
    yield;
  }
  return undefined;
}

/** Finds a file with two contents, or a path with two, in any letter case. */
function* doubleFault(manifest: Manifest): Steps<string | undefined> {
  const files = new Set<string>();
  for (const { file } of listedFiles(manifest)) {
    if (files.has(file)) return `${quote(file)} is listed twice`;
    files.add(file);
    yield;
  }
  const owners = new Map<string, string>();
  for (const { path, spellings } of manifest.documents) {
    for (const spelling of spellings) {
      const key = lookupKey(spelling.slice(1).split("/"));
      const owner = owners.get(key) ?? path;
      if (owner !== path) return `${quote(spelling)} leads to ${quote(owner)} and ${quote(path)}`;
      owners.set(key, path);
      yield;
    }
  }
  const page = manifest.pages.find(({ path }) => owners.has(path));
  return page && `${quote(page.path)} is a document and a page`;
}

function isFault(fault: string | undefined): fault is string {
  return fault !== undefined;
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
