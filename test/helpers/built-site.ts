import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { type Manifest, ManifestSchema } from "../../build/core/schema/manifest.ts";
import { documentFile } from "../../build/core/site/path-files.ts";
import { startProxy } from "./proxy.ts";

/** Starts a proxy of the real site, for one test; see `startProxy`. */
export function realProxy(
  env: Record<string, string> = {},
  now?: () => number,
  options?: Parameters<typeof startProxy>[3],
) {
  return startProxy(inject("realSite"), env, now, options);
}

/** The manifest of the real site. */
export function realManifest() {
  return ManifestSchema.parse(JSON.parse(readRealSite("manifest.json").toString()));
}

export function readRealSite(file: string) {
  return readFileSync(join(inject("realSite"), file));
}

/**
 * Every path that hosts with a configuration answer, with the file it answers with and its type.
 */
export function realPaths() {
  const { documents, pages } = realManifest();
  return [
    ...documents.flatMap(({ spellings }) =>
      spellings.map((path) => ({ path, file: documentFile(path), type: "application/json" })),
    ),
    ...documents.flatMap(detailsByName),
    ...pages.map(({ path, file, type }) => ({ path, file, type })),
    { path: "/manifest.json", file: "manifest.json", type: "application/json" },
  ];
}

/** A hero's details are stored under the id, and every name of the hero leads to them. */
function detailsByName({ path, spellings }: Manifest["documents"][number]) {
  if (!/^\/v1\/[^/]+\/heroes\/[^/]+$/.test(path)) return [];
  const [id, ...names] = spellings.map((spelling) => spelling.split("/").at(-1));
  return names.map((name) => ({
    path: `/details/heroes/${name}.json`,
    file: `details/heroes/${id}.json`,
    type: "application/json",
  }));
}
