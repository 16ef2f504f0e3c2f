import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import {
  type GameData,
  newestPatch,
  referenceAsOf,
} from "../../../../../build/generator/data/reference.ts";
import { addStatus } from "../../../../../build/generator/pages/documents/status.ts";
import { REAL_DATA as REAL, soundData } from "../../../../helpers/real-data.ts";
import { filesAdded } from "../../../../helpers/site.ts";

/** `status.json` of data, as of a patch. */
function statusOf(data: GameData, patch = newestPatch(data)) {
  const addresses = {
    baseUrl: "https://gamedata.example.org",
    assetsUrl: "https://gamedata.example.org/assets",
  };
  const [page] = filesAdded((site) => addStatus(site, referenceAsOf(data, patch, addresses), data));
  if (page === undefined) throw new Error("there is no status");
  return { ...page, value: JSON.parse(page.text) as Record<string, unknown> };
}

describe("status.json", () => {
  it("lies at the root of the site, as JSON", () => {
    expect(statusOf(REAL)).toMatchObject({
      path: "/status.json",
      file: "status.json",
      type: "application/json",
    });
  });

  it("tells the game, the newest patch, how far back states can be rebuilt, and the gaps", () => {
    expect(statusOf(REAL).value).toEqual({
      game: "overwatch",
      patch: newestPatch(REAL),
      historyFrom: REAL.game.historyFrom,
      lastChecked: REAL.game.lastChecked,
      completeness: expect.any(Object),
      effects: expect.any(Object),
      gaps: REAL.gaps.length,
    });
  });

  it("tells the patch that the site describes where that is an earlier one", () => {
    expect(statusOf(REAL, "2026-08-12").value["patch"]).toBe("2026-08-12");
  });

  it("tells how complete the record of each patch is, newest first, and no later one", () => {
    const completeness = statusOf(REAL, "2026-08-12").value["completeness"];
    expect(Object.keys(Object(completeness)).slice(0, 2)).toEqual(["2026-08-12", "2026-08-11"]);
    expect(completeness).toHaveProperty(["2026-08-12"], { state: "complete" });
  });

  it("counts every change by its effect", () => {
    const { effects } = statusOf(REAL).value;
    const changes = REAL.patches.reduce((sum, patch) => sum + patch.changes.length, 0);
    expect(Object.keys(Object(effects))).toEqual([
      "buff",
      "nerf",
      "neutral",
      "new",
      "gone",
      "rule",
      "unknown",
    ]);
    expect(Object.values(Object(effects)).reduce((sum: number, one) => sum + Number(one), 0)).toBe(
      changes,
    );
  });

  it("has the count of gaps that gaps.json and the data have", () => {
    const listed = JSON.parse(readFileSync(join(inject("realSite"), "gaps.json"), "utf8"));
    const data = JSON.parse(readFileSync(join(PACKAGE_DATA, "gaps.json"), "utf8"));
    expect(statusOf(REAL).value["gaps"]).toBe(data.gaps.length);
    expect(listed.gaps).toHaveLength(data.gaps.length);
  });

  it("holds no clock: the same data gives the same bytes", () => {
    expect(Object.keys(statusOf(REAL).value)).toEqual([
      "game",
      "patch",
      "historyFrom",
      "lastChecked",
      "completeness",
      "effects",
      "gaps",
    ]);
    expect(statusOf(soundData(PACKAGE_DATA)).text).toBe(statusOf(REAL).text);
  });

  it("is written with two spaces and a newline at the end", () => {
    const { text, value } = statusOf(REAL);
    expect(text).toBe(`${JSON.stringify(value, null, 2)}\n`);
  });

  it("is part of the built site", () => {
    expect(readFileSync(join(inject("realSite"), "status.json"), "utf8")).toBe(statusOf(REAL).text);
  });
});
