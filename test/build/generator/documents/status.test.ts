import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { newestPatch } from "../../../../build/generator/data/game-data.ts";
import { gapsUpTo } from "../../../../build/generator/data/gap-paths.ts";
import { referenceAsOf } from "../../../../build/generator/documents/contract.ts";
import { addGapsJson, addStatus } from "../../../../build/generator/documents/status.ts";
import { REAL_DATA as REAL } from "../../../helpers/real-data.ts";
import { ADDRESSES } from "../../../helpers/real-game.ts";
import { filesAdded } from "../../../helpers/site.ts";

/** `status.json` of the real data, as of a patch. */
function statusAsOf(patch: string) {
  const reference = referenceAsOf(REAL, patch, ADDRESSES);
  const [{ path, type, text } = { text: "{}" }] = filesAdded((site) =>
    addStatus(site, reference.full),
  );
  return { path, type, text, value: JSON.parse(text) };
}

describe("status.json", () => {
  const newest = statusAsOf(newestPatch(REAL));

  it("is at the root of the site, as JSON, and says nothing of the clock", () => {
    expect(newest).toMatchObject({ path: "/status.json", type: "application/json" });
    expect(newest.value).toEqual({
      game: "overwatch",
      patch: newestPatch(REAL),
      historyFrom: REAL.game.historyFrom,
      lastChecked: REAL.game.lastChecked,
      completeness: expect.any(Object),
      effects: expect.any(Object),
      gaps: REAL.gaps.length,
      expected: REAL.game.expected,
    });
    expect(readFileSync(join(inject("realSite"), "status.json"), "utf8")).toBe(newest.text);
  });

  it("says how complete the record of each patch is, newest first, and of no later one", () => {
    const { value } = statusAsOf("2026-08-12");
    expect(value.patch).toBe("2026-08-12");
    expect(Object.keys(value.completeness).slice(0, 2)).toEqual(["2026-08-12", "2026-08-11"]);
    expect(value.completeness["2026-08-12"]).toEqual({ state: "complete" });
    expect(value).toMatchObject({ expected: [] }); // the patch after it is on record
  });

  it("has no gaps of what came later, in gaps.json neither", () => {
    const came = REAL.patches.flatMap(({ id, changes }) =>
      changes.flatMap(({ target, from }) =>
        /^(heroes|maps)\/[^/]+$/.test(target) && from === undefined ? [{ id, target }] : [],
      ),
    );
    for (const { id, target } of came) {
      const before = REAL.patches.map((patch) => patch.id).filter((patch) => patch < id);
      const gaps = gapsUpTo(REAL, before.toSorted().at(-1) ?? "");
      const isAbout = (path: string) => `${path}/`.startsWith(`${target}/`);
      const about = gaps.filter(({ path }) => isAbout(path));
      expect([target, about]).toEqual([target, []]);
    }
    expect(came.map(({ target }) => target)).toContain("heroes/doctrine");
    const files = filesAdded((site) => {
      addGapsJson(site, referenceAsOf(REAL, "2017-01-03", ADDRESSES).full);
    });
    const listed = JSON.parse(files[0]?.text ?? "").gaps;
    expect(statusAsOf("2017-01-03").value.gaps).toBe(listed.length);
    const paths = gapsUpTo(REAL, "2017-01-03").map(({ path }) => ({ path }));
    expect(listed).toMatchObject(paths);
  });
});
