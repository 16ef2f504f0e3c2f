import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { type BuildReport, buildSite } from "../../../../build/generator/build-site.ts";
import { checkData } from "../../../../build/generator/data/check-data.ts";
import { asLine, edit, filesOf, temporaryFolder } from "../../../helpers/data.ts";
import { NEW_PATCH, smallData } from "../../data-copies.ts";

const HERO = "v1/overwatch/heroes/ana.json";
const GAMES = "v1/games.json";

/** Builds the data of a folder. */
function build(data: string, out: string): BuildReport {
  const checked = checkData(data);
  if (!checked.ok) throw new Error(checked.issues.map(asLine).join("\n"));
  const addresses = { baseUrl: "https://example.org", assetsUrl: "https://images.example.org" };
  return buildSite(checked.data, { ...addresses, patch: NEW_PATCH, version: "one", out });
}

const folder = mkdtempSync(join(tmpdir(), "gamedata-earlier-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The small data with its site, made once; each call gives a copy of the site of its own. */
function smallSite(): { data: string; out: string } {
  const [data, site] = [join(folder, "gamedata"), join(folder, "dist")];
  if (!existsSync(site)) {
    cpSync(smallData(), data, { recursive: true });
    build(data, site);
  }
  const out = join(temporaryFolder(), "dist");
  cpSync(site, out, { recursive: true });
  return { data, out };
}

describe("a build where the same site exists already", () => {
  it("leaves every file as it is, and says so", () => {
    const { data, out } = smallSite();
    const before = statSync(join(out, HERO));

    expect(build(data, out)).toMatchObject({ isUnchanged: true });
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
    [
      "compressed with another content",
      (site) => writeFileSync(join(site, `${HERO}.gz`), gzipSync("{}")),
    ],
  ])("makes it whole again where a file is %s", (_, damage) => {
    const { data, out } = smallSite();
    const whole = filesOf(out);
    damage(out);

    expect(build(data, out)).toMatchObject({ isUnchanged: false });
    expect(filesOf(out)).toEqual(whole);
  });
});

describe("a build where another site is", () => {
  it("gives the bytes of a build in an empty place, and writes nothing that is the same", () => {
    const { data: unedited, out } = smallSite();
    const before = [GAMES, HERO].map((file) => statSync(join(out, file)).ino);
    const data = join(temporaryFolder(), "gamedata");
    cpSync(unedited, data, { recursive: true });
    edit(data, "heroes/ana.json", (hero) => {
      hero.abilities[0].description = "Edits what it hits.";
    });

    build(data, out);

    const empty = join(temporaryFolder(), "dist");
    build(data, empty);
    expect(filesOf(out)).toEqual(filesOf(empty));
    const after = [GAMES, HERO].map((file) => statSync(join(out, file)).ino);
    expect(after).toEqual([before[0], expect.not.toSatisfy((ino: number) => ino === before[1])]);
  });

  it("always gives it a manifest file of its own, by which readers notice the new site", () => {
    const { data, out } = smallSite();
    const inodes = () => ["manifest.json", GAMES].map((file) => statSync(join(out, file)).ino);
    const [manifest, games] = inodes();
    writeFileSync(join(out, HERO), "{}"); // so that it is built again, with the same manifest
    build(data, out);

    expect(inodes()).toEqual([expect.not.toSatisfy((ino: number) => ino === manifest), games]);
  });

  it("gives every spelling a file of its own, so that changing one changes no other", () => {
    const { data, out } = smallSite();
    rmSync(join(out, "health.json")); // so that it is built again
    build(data, out);

    expect([statSync(join(out, HERO)).nlink, statSync(join(out, GAMES)).nlink]).toEqual([1, 1]);
  });

  it("compresses everything again where it was compressed by other means", () => {
    const { data, out } = smallSite();
    const whole = filesOf(out);
    edit(out, "manifest.json", (manifest) => {
      manifest.compression = "something older";
    });
    writeFileSync(join(out, `${HERO}.gz`), gzipSync(readFileSync(join(out, HERO)), { level: 1 }));

    build(data, out);

    expect(filesOf(out)).toEqual(whole);
  });

  it("builds as if there were none where its manifest cannot be read", () => {
    const { data, out } = smallSite();
    const whole = filesOf(out);
    writeFileSync(join(out, "manifest.json"), "{");

    build(data, out);

    expect(filesOf(out)).toEqual(whole);
  });
});
