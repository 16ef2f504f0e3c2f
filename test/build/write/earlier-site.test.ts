import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type BuildReport, buildSite } from "../../../build/build-site.ts";
import { checkData } from "../../../build/data/check-data.ts";
import { edit, filesOf, temporaryFolder } from "../../helpers/data.ts";
import { NEW_PATCH, smallData } from "../data-copies.ts";

const HERO = "v1/overwatch/heroes/ana.json";
const GAMES = "v1/games.json";

/** Builds the data of a folder. */
async function build(data: string, out: string): Promise<BuildReport> {
  const checked = checkData(data);
  if (!checked.ok) throw new Error("the data has problems");
  const addresses = { baseUrl: "https://example.org", assetsUrl: "https://images.example.org" };
  return await buildSite(checked.data, { ...addresses, patch: NEW_PATCH, version: "one", out });
}

async function siteOf(data: string): Promise<string> {
  const out = join(temporaryFolder(), "dist");
  await build(data, out);
  return out;
}

describe("a build where the same site stands already", () => {
  it("leaves every file as it is, and says so", async () => {
    const data = smallData();
    const out = await siteOf(data);
    const before = statSync(join(out, HERO));

    expect(await build(data, out)).toMatchObject({ isUnchanged: true });
    const { ino, mtimeMs, ctimeMs } = statSync(join(out, HERO));
    expect({ ino, mtimeMs, ctimeMs }).toEqual({
      ino: before.ino,
      mtimeMs: before.mtimeMs,
      ctimeMs: before.ctimeMs,
    });
  });

  it.each<[string, (site: string) => void]>([
    ["altered", (site) => writeFileSync(join(site, HERO), "{}")],
    ["missing", (site) => rmSync(join(site, `${HERO}.br`))],
    ["extra", (site) => writeFileSync(join(site, "notes.txt"), "notes")],
    [
      "damaged in its compressed form",
      (site) => writeFileSync(join(site, `${HERO}.gz`), "no gzip"),
    ],
    [
      "compressed with another content",
      (site) => writeFileSync(join(site, `${HERO}.gz`), gzipSync("{}")),
    ],
  ])("makes it whole again where a file is %s", async (_, damage) => {
    const data = smallData();
    const out = await siteOf(data);
    const whole = filesOf(out);
    damage(out);

    expect(await build(data, out)).toMatchObject({ isUnchanged: false });
    expect(filesOf(out)).toEqual(whole);
  });
});

describe("a build where another site stands", () => {
  it("gives the bytes that a build in an empty place gives, and does not write what is the same", async () => {
    const data = smallData();
    const out = await siteOf(data);
    const before = [GAMES, HERO].map((file) => statSync(join(out, file)).ino);
    edit(data, "heroes/ana.json", (hero) => {
      hero.abilities[0].description = "Edited.";
    });

    await build(data, out);

    expect(filesOf(out)).toEqual(filesOf(await siteOf(data)));
    const after = [GAMES, HERO].map((file) => statSync(join(out, file)).ino);
    expect(after).toEqual([before[0], expect.not.toSatisfy((ino: number) => ino === before[1])]);
  });

  it("always gives it a manifest file of its own, by which readers notice the new site", async () => {
    const data = smallData();
    const out = await siteOf(data);
    const inodes = () => ["manifest.json", GAMES].map((file) => statSync(join(out, file)).ino);
    const [manifest, games] = inodes();
    writeFileSync(join(out, HERO), "{}"); // so that it is built again, with the same manifest
    await build(data, out);

    expect(inodes()).toEqual([expect.not.toSatisfy((ino: number) => ino === manifest), games]);
  });

  it("gives every spelling a file of its own, so that a change of one is no change of another", async () => {
    const data = smallData();
    const out = await siteOf(data);
    rmSync(join(out, "health.json")); // so that it is built again
    await build(data, out);

    expect([statSync(join(out, HERO)).nlink, statSync(join(out, GAMES)).nlink]).toEqual([1, 1]);
  });

  it("compresses everything anew where it was compressed by other means", async () => {
    const data = smallData();
    const out = await siteOf(data);
    const whole = filesOf(out);
    edit(out, "manifest.json", (manifest) => {
      manifest.compression = "something older";
    });
    writeFileSync(join(out, `${HERO}.gz`), gzipSync(readFileSync(join(out, HERO)), { level: 1 }));

    await build(data, out);

    expect(filesOf(out)).toEqual(whole);
  });

  it("builds as if there were none where its manifest cannot be read", async () => {
    const data = smallData();
    const out = await siteOf(data);
    const whole = filesOf(out);
    writeFileSync(join(out, "manifest.json"), "{");

    await build(data, out);

    expect(filesOf(out)).toEqual(whole);
  });
});
