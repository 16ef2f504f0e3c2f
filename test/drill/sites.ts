import { execFile } from "node:child_process";
import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { PACKAGE_ROOT } from "../../build/package.ts";
import { lookupKey } from "../../build/spelling/fold.ts";
import type { Catalog } from "../../proxy/site/catalog.ts";
import { CODINGS, type Representation } from "../../proxy/site/document.ts";
import { parseRequestTarget } from "../../proxy/site/request-target.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";

export const PROGRAM = join(PACKAGE_ROOT, ".compiled/gamedata.js");

/**
 * As of which patches the site is built in turn; the second one is any earlier one that is offered.
 */
const AS_OF = [[], ["--as-of", "2026-08-11"]] as const;

/**
 * The site that is served, which is replaced again and again, and every answer that it may give.
 */
export type Sites = {
  folder: string;
  /** Puts the other version in the place of the one that is there, as a build does at its end. */
  swap: () => void;
  /** All representations that a path has in any version, and whether a version has none. */
  known: (path: string) => { representations: Representation[]; mayBeMissing: boolean };
  /** The folder of each version. */
  versions: readonly string[];
  /** The patch list of each version. */
  patchLists: readonly Catalog["patches"][];
  /** Canonical paths of all documents and pages. */
  paths: readonly string[];
};

/** Builds both versions to compare with, and the first one to serve. */
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
        // all are in memory
        representations: representations.flatMap((each) => (each instanceof Promise ? [] : [each])),
        mayBeMissing: documents.length < found.length,
      };
    },
    patchLists: catalogs.map(({ patches }) => patches),
    paths: [...paths],
  };
}
