import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "tar";
import { describe, expect, inject, it } from "vitest";
import {
  readSnapshot,
  SnapshotError,
  snapshotOfSite,
} from "../../../../build/cli/maintain/snapshot.ts";
import { PatchChangeSchema } from "../../../../build/core/schema/patch.ts";
import { ManifestError } from "../../../../build/core/site/read-manifest.ts";
import {
  type GameData,
  newestPatch,
  offeredPatches,
  stateOf,
} from "../../../../build/generator/data/reference.ts";
import { walkBack } from "../../../../build/generator/history/rewind.ts";
import { documentsInMemory, type SiteOptions } from "../../../../build/generator/make-documents.ts";
import { edit, temporaryFolder } from "../../../helpers/data.ts";
import { REAL_DATA as REAL, soundData } from "../../../helpers/real-data.ts";
import { smallData } from "../../data-copies.ts";
import { copyOf, oldSite } from "../deployment/site.ts";

function optionsOf(data: GameData): SiteOptions {
  const baseUrl = "https://gamedata.example.org";
  return { patch: newestPatch(data), version: "test", baseUrl, assetsUrl: `${baseUrl}/assets` };
}

/** A small site on the disk, which its test may change. */
async function smallSite(): Promise<string> {
  return copyOf(await oldSite());
}

/** A tarball of a folder's files, as tar makes it when it is asked to pack the dot. */
function tarballOf(folder: string): string {
  const file = join(temporaryFolder(), "dist.tar.gz");
  create({ cwd: folder, file, sync: true, gzip: true }, ["."]);
  return file;
}

describe("the snapshot of the real site", () => {
  const snapshot = readSnapshot(inject("realSite"));

  it("has the state of the game that the data holds", () => {
    expect(snapshot.state).toEqual(stateOf(REAL));
  });

  it("has the record of the data: every patch, whole heroes and maps as they are recorded", () => {
    const recorded = REAL.patches.map(
      ({ $schema: _, sources: __, completeness: ___, unexplained: ____, ...patch }) => ({
        ...patch,
        changes: patch.changes.map((change) => PatchChangeSchema.strip().parse(change)),
      }),
    );
    expect(snapshot.patches).toEqual(recorded.reverse());
  });
});

describe("the snapshot of a site", () => {
  it("is the same from the disk and from memory, but for its label", async () => {
    const data = soundData(smallData());
    const out = await oldSite();
    const options = { ...optionsOf(data), version: "1" };
    const inMemory = snapshotOfSite("memory", documentsInMemory(data, options));
    expect(readSnapshot(out)).toEqual({
      ...inMemory,
      label: out,
      checksums: expect.any(Map), // of pages too, which are not in memory
    });
  });

  it("is the same from a folder and from a tarball, but for its label", async () => {
    const out = await smallSite();
    const tarball = tarballOf(out);
    expect(readSnapshot(tarball)).toEqual({ ...readSnapshot(out), label: tarball });
  });

  it("as of an earlier patch has the state and the record of then", () => {
    const [, earlier] = offeredPatches(REAL);
    if (earlier === undefined) throw new Error("the real data has only one patch");
    const snapshot = snapshotOfSite(
      "earlier",
      documentsInMemory(REAL, { ...optionsOf(REAL), patch: earlier.id }),
    );
    const then = [...walkBack(stateOf(REAL), REAL.patches)].find(
      ({ patch }) => patch.id === earlier.id,
    );
    expect(snapshot.state).toEqual(then?.state);
    expect(snapshot.patches[0]?.id).toBe(earlier.id);
  });
});

/** The error of reading what is not a site. */
function failure(site: string): unknown {
  try {
    readSnapshot(site);
  } catch (error) {
    return error;
  }
  throw new Error("it was read");
}

describe("what is not a site", () => {
  it.each<[what: string, spoil: (folder: string) => string, message: string]>([
    [
      "a folder that does not exist",
      (folder) => join(folder, "nowhere"),
      "SITE/manifest.json does not exist; build the site first or pass another path",
    ],
    [
      "a folder whose manifest is not JSON",
      (folder) => {
        writeFileSync(join(folder, "manifest.json"), "{");
        return folder;
      },
      "SITE/manifest.json is not a manifest that this version reads; build the site again",
    ],
    [
      "a file that is not a tarball",
      (folder) => {
        writeFileSync(join(folder, "dist.tar.gz"), "no tarball");
        return join(folder, "dist.tar.gz");
      },
      "SITE is not a readable tarball: ",
    ],
    [
      "a tarball without a manifest at its top",
      (folder) => {
        mkdirSync(join(folder, "dist"));
        return tarballOf(folder);
      },
      "SITE/manifest.json does not exist",
    ],
  ])("is refused: %s", (_what, spoil, message) => {
    const site = spoil(temporaryFolder());
    const error = failure(site);
    expect(error).toBeInstanceOf(ManifestError);
    expect(`${error}`.replaceAll(site, "SITE")).toContain(message);
  });

  it.each<[what: string, break_: (site: string) => void]>([
    [
      "a document has another shape",
      (site) =>
        edit(site, "v1/overwatch/heroes.json", (heroes) => {
          delete heroes.data[0].health;
        }),
    ],
    ["a document is missing", (site) => rmSync(join(site, "v1/overwatch/heroes.json"))],
  ])("is refused where %s", async (_what, damage) => {
    const site = await smallSite();
    damage(site);
    expect(failure(site)).toEqual(
      new SnapshotError(
        `${site} has documents in a format that this version does not read; gamedata verify ` +
          "shows whether it is complete",
      ),
    );
  });
});
