import { execFile } from "node:child_process";
import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { PACKAGE_ROOT } from "../../build/core/package.ts";
import { lookupKey } from "../../build/core/spelling/fold.ts";
import { parseRequestTarget } from "../../proxy/gate/request.ts";
import type { Catalog } from "../../proxy/site/catalog.ts";
import { CODINGS, type Representation } from "../../proxy/site/document.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";

export const PROGRAM = join(PACKAGE_ROOT, ".compiled/gamedata.js");

/** The options that build each version. The earlier patch may be any that the site offers. */
const AS_OF = [[], ["--as-of", "2026-08-11"]] as const;

/** The site that is served and replaced during the drill, and all answers that it may give. */
export type Sites = {
  folder: string;
  /** Replaces the site by the other version, as a build does at its end. */
  swap: () => void;
  /** All representations of a path in any version, and whether some version lacks the path. */
  known: (path: string) => { representations: Representation[]; mayBeMissing: boolean };
  /** The folder of each version. */
  versions: readonly string[];
  /** The patch list of each version. */
  patchLists: readonly Catalog["patches"][];
  /** Canonical paths of all documents and pages. */
  paths: readonly string[];
};

/** Builds both versions, and puts a copy of the first one where it is served. */
export async function buildSites(folder: string): Promise<Sites> {
  const build = (out: string, options: readonly string[]) =>
    promisify(execFile)(process.execPath, [PROGRAM, "build", "--out", out, ...options], {
      env: { PATH: process.env["PATH"], GAMEDATA_VERSION: "drill" },
    });
  const served = join(folder, "site");
  const catalogs: Catalog[] = [];
  const versions = AS_OF.map((_, at) => join(folder, `version-${at}`));
  for (const [at, version] of versions.entries()) {
    await build(version, AS_OF[at] ?? []);
    catalogs.push(await loadCatalog(version));
  }
  cpSync(join(folder, "version-0"), served, { recursive: true });
  cpSync(join(folder, "version-1"), join(folder, "other"), { recursive: true });
  const paths = new Set(
    catalogs.flatMap(({ documents }) => [...documents].map(([, { path }]) => path)),
  );

  return {
    folder: served,
    versions,
    swap: () => {
      renameSync(served, `${served}.previous`);
      renameSync(join(folder, "other"), served);
      renameSync(`${served}.previous`, join(folder, "other"));
    },
    known: (path) => {
      const { segments } = parseRequestTarget(path);
      const found = catalogs.map(({ documents }) => segments && documents.get(lookupKey(segments)));
      const documents = found.filter((document) => document !== undefined);
      const representations = documents.flatMap((document) =>
        CODINGS.map((coding) => document.representation(coding)),
      );
      return {
        // None is a promise, as all are in memory.
        representations: representations.flatMap((each) => (each instanceof Promise ? [] : [each])),
        mayBeMissing: documents.length < found.length,
      };
    },
    patchLists: catalogs.map(({ patches }) => patches),
    paths: [...paths],
  };
}
