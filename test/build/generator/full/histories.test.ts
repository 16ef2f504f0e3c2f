import { describe, expect, it } from "vitest";
import { byId } from "../../../../build/core/by-id.ts";
import { dayOf } from "../../../../build/core/game/day.ts";
import { stateAsOf } from "../../../../build/core/game/state-as-of.ts";
import { HeroHistorySchema } from "../../../../build/core/schema/history.ts";
import { compressBrotli } from "../../../../build/core/site/codings.ts";
import { newestPatch } from "../../../../build/generator/data/game-data.ts";
import { denseJson, toJson } from "../../../../build/generator/documents/json.ts";
import { fullGameAsOf } from "../../../../build/generator/full/full-game.ts";
import { ruleHistories } from "../../../../build/generator/full/histories.ts";
import { momentAsOf } from "../../../../build/generator/history/timeline.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";
import { ADDRESSES, REAL_GAME } from "../../../helpers/real-game.ts";

const HISTORIES = REAL_GAME.histories();

const RULES = ruleHistories(REAL_GAME);

/** Days over the whole record, other ones in each run. */
const DAYS = Array.from({ length: 40 }, () => {
  const [first, last] = [DATA.game.historyFrom, newestPatch(DATA).slice(0, 10)].map(Date.parse);
  return dayOf(new Date(Number(first) + Math.random() * (Number(last) - Number(first))));
});

describe("the history of every hero", () => {
  it.each(DAYS)("has the state of a site as of %s", (day) => {
    const moment = momentAsOf(DATA, day);
    const then = fullGameAsOf(DATA, moment?.patch.id ?? "", ADDRESSES);
    for (const history of HISTORIES.heroes) {
      const found = stateAsOf(history, day);
      const built = then.heroes.find(({ id }) => id === history.id);
      expect([day, history.id, found === undefined]).toEqual([day, history.id, !built]);
      if (found === undefined || built === undefined) continue;
      const { since: _, ...state } = found;
      const { id: __, gaps, ...expected } = built;
      expect(state).toEqual(expected);
      const holding = history.gaps.filter(({ before }) => before === undefined || day < before);
      expect(holding.map(({ before: ___, ...gap }) => gap)).toEqual(gaps);
    }
  });

  it("takes at most 20 KB as the site compresses it", () => {
    const sizes = HISTORIES.heroes.map((history) => {
      const { text } = toJson(HeroHistorySchema, history, denseJson);
      return compressBrotli(Buffer.from(text)).length;
    });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20_000);
  });
});

describe("the history of a map, a role and a rule", () => {
  it("begins with today's state, and ends with the oldest", () => {
    const role = HISTORIES.roles.find(({ id }) => id === "tank");
    expect(role?.states[0]).toMatchObject({ subroles: byId(REAL_GAME.roles, "tank").subroles });
    expect(role?.states.at(-1)?.since).toBe(DATA.game.historyFrom);
    expect(role?.states[0]?.sources).toHaveLength(DATA.listSources.roles.length);
    const before = role?.states.filter(({ since }) => since < "2026-03-10")[0];
    const path = "roles/tank/subroles/bruiser/passive";
    expect(before?.gaps).toContainEqual(expect.objectContaining({ path }));
    const map = HISTORIES.maps.find(({ id }) => id === "neon-junction");
    expect(map?.states.at(-1)?.since).toBe("2026-06-16");
  });

  it("has every change of a rule, newest first", () => {
    const changes = RULES.flatMap((rule) => rule.changes);
    const recorded = DATA.patches.flatMap((patch) =>
      patch.changes.filter(({ target }) => target.startsWith("modes/")),
    );
    expect(changes).toHaveLength(recorded.length);
    for (const { changes: own } of RULES)
      expect(own.map(({ patch }) => patch)).toEqual(
        own
          .map(({ patch }) => patch)
          .sort()
          .reverse(),
      );
  });
});
