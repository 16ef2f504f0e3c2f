import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "tar";
import { describe, expect, inject, it } from "vitest";
import {
  readSnapshot,
  SnapshotError,
  snapshotOfSite,
} from "../../../../build/cli/maintain/snapshot.ts";
import { ManifestSchema } from "../../../../build/core/schema/manifest.ts";
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

/** A tarball of a folder's files, as tar makes it when it is told to pack the dot. */
function tarballOf(folder: string): string {
  const file = join(temporaryFolder(), "dist.tar.gz");
  create({ cwd: folder, file, sync: true, gzip: true }, ["."]);
  return file;
}

describe("the snapshot of the real site", () => {
  const snapshot = readSnapshot(inject("realSite"));
  const manifest = ManifestSchema.parse(
    JSON.parse(readFileSync(join(inject("realSite"), "manifest.json"), "utf8")),
  );

  it("has the patch that the site describes", () => {
    expect(snapshot.patch).toBe(newestPatch(REAL));
  });

  it("has every document with its spellings and checksum", () => {
    const listed = manifest.documents.map(({ path, spellings, sha256 }) => [
      path,
      { spellings, sha256 },
    ]);
    const found = [...snapshot.documents].map(([path, { spellings, sha256 }]) => [
      path,
      { spellings, sha256 },
    ]);
    expect(found).toEqual(listed);
  });

  it("has every document's value", () => {
    const path = "/v1/overwatch/heroes/ana";
    const file = join(inject("realSite"), "v1/overwatch/heroes/ana.json");
    expect(snapshot.documents.get(path)?.value).toEqual(JSON.parse(readFileSync(file, "utf8")));
  });

  it("has the state of the game that the data holds", () => {
    expect(snapshot.state).toEqual(stateOf(REAL));
  });

  it("has the record of the data: every patch, whole heroes and maps as they are recorded", () => {
    const recorded = REAL.patches.map(
      ({ $schema: _, sources: __, completeness: ___, ...patch }) => ({
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

  it("is found where a build was killed in its swap", async () => {
    const out = await smallSite();
    const before = readSnapshot(out);
    renameSync(out, `${out}.previous`);
    expect(readSnapshot(out)).toEqual(before);
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

/** The error of reading what is no site. */
function failure(site: string): unknown {
  try {
    readSnapshot(site);
  } catch (error) {
    return error;
  }
  throw new Error("it was read");
}

describe("what is no site", () => {
  it("is said to be none where there is nothing", () => {
    const site = join(temporaryFolder(), "nowhere");
    expect(failure(site)).toEqual(
      new ManifestError(
        `${site}/manifest.json does not exist; build the site first, or name another one`,
      ),
    );
  });

  it.each(["nowhere.tar.gz", "nowhere.tgz"])(
    "is said to be none where there is no tarball: %s",
    (name) => {
      const file = join(temporaryFolder(), name);
      expect(failure(file)).toEqual(new ManifestError(`${file} does not exist`));
    },
  );

  it.each([
    ["no JSON", "{"],
    ["no manifest", "{}"],
  ])("is said to be none where its manifest is %s", (_what, text) => {
    const site = temporaryFolder();
    writeFileSync(join(site, "manifest.json"), text);
    expect(failure(site)).toEqual(
      new ManifestError(
        `${site}/manifest.json is not a manifest that this version reads; build the site again`,
      ),
    );
  });

  it("is said to be none where the tarball has no manifest at its top", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "dist"));
    cpSync(await smallSite(), join(folder, "dist"), { recursive: true });
    const tarball = tarballOf(folder);
    expect(failure(tarball)).toBeInstanceOf(ManifestError);
  });

  it("is said to be none where the tarball is none", () => {
    const file = join(temporaryFolder(), "dist.tar.gz");
    writeFileSync(file, "no tarball");
    const error = failure(file);
    expect(error).toBeInstanceOf(ManifestError);
    expect(`${error}`).toContain(`${file} is no readable tarball: `);
  });

  it.each<[what: string, break_: (site: string) => void]>([
    [
      "a document has another shape",
      (site) =>
        edit(site, "v1/overwatch/heroes.json", (heroes) => {
          delete heroes.data[0].health;
        }),
    ],
    ["a document is no JSON", (site) => writeFileSync(join(site, "v1/overwatch/heroes.json"), "{")],
    ["a document is missing", (site) => rmSync(join(site, "v1/overwatch/heroes.json"))],
  ])("is said to be of another version where %s", async (_what, damage) => {
    const site = await smallSite();
    damage(site);
    expect(failure(site)).toEqual(
      new SnapshotError(
        `${site} holds documents of other shapes than this version reads; gamedata verify ` +
          "tells whether it is whole",
      ),
    );
  });
});
