import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GameState } from "../../../../build/core/schema/collections.ts";
import type { Ability } from "../../../../build/core/schema/hero.ts";
import type { PatchChange } from "../../../../build/core/schema/patch.ts";
import { withoutFigures } from "../../../../build/generator/history/address.ts";
import { changesBetween } from "../../../../build/generator/history/changes-between.ts";
import { replay } from "../../../../build/generator/history/rewind.ts";
import { inOrder, stateOf } from "../../../../build/generator/history/timeline.ts";
import { REAL_DATA as DATA } from "../../../helpers/real-data.ts";
import { find, TEA } from "../../cli/maintain/edits.ts";

const TODAY = stateOf(DATA);

/** What differs after an edit of today's game. */
function changesAfter(change: (state: GameState) => unknown): PatchChange[] {
  const edited = structuredClone(TODAY);
  change(edited);
  return changesBetween(TODAY, edited);
}

const heroOf = (state: GameState, id: string) => find(state.heroes, id);
const ANA = heroOf(TODAY, "ana");
describe("values that differ", () => {
  it.each<[target: string, edit: (state: GameState) => void, from: unknown, to: unknown]>([
    [
      "heroes/ana/health/standard",
      (state) => (heroOf(state, "ana").health.standard = 1),
      ANA.health.standard,
      1,
    ],
    [
      "heroes/ana/abilities/sleep-dart/cooldown",
      (state) => (find(heroOf(state, "ana").abilities, "sleep-dart").cooldown = null),
      find(ANA.abilities, "sleep-dart").cooldown,
      null,
    ],
    ["maps/ilios/mode", (state) => (find(state.maps, "ilios").mode = "push"), "control", "push"],
    [
      "roles/tank/subroles/bruiser/passive",
      (state) => (find(find(state.roles, "tank").subroles, "bruiser").passive = "Hits harder."),
      find(find(TODAY.roles, "tank").subroles, "bruiser").passive,
      "Hits harder.",
    ],
  ])("are named by their path, with the value before and after: %s", (target, edit, from, to) => {
    expect(changesAfter(edit)).toEqual([{ target, from, to }]);
  });

  it("are none where only the order of heroes, maps, modes or roles does", () => {
    const changes = changesAfter((state) => {
      for (const list of Object.values(state)) list.reverse();
    });
    expect(changes).toEqual([]);
  });
});

it.each<[what: string, edit: (kit: Ability[]) => unknown]>([
  ["an ability arrived", (kit) => kit.push(TEA)],
  ["an ability went", (kit) => kit.pop()],
  ["abilities moved", (kit) => kit.reverse()],
  ["one took the place of another", (kit) => kit.splice(-1, 1, TEA)],
])("a kit is one whole change where %s", (_what, edit) => {
  const to = structuredClone(ANA.abilities);
  edit(to);
  const changes = changesAfter((state) => {
    heroOf(state, "ana").abilities = to;
  });
  expect(changes.filter(({ target }) => target === "heroes/ana/abilities")).toEqual([
    {
      target: "heroes/ana/abilities",
      from: ANA.abilities.map(withoutFigures),
      to: to.map(withoutFigures),
    },
  ]);
  const gone = ANA.abilities.filter(({ id }) => to.every((one) => one.id !== id));
  expect(changes.slice(0, -1).map(({ target, from }) => [target, from])).toEqual(
    gone.flatMap(({ id, figures = {} }) =>
      Object.entries(figures).map(([field, value]) => [
        `heroes/ana/abilities/${id}/${field}`,
        value,
      ]),
    ),
  );
});

const HARBOR = { id: "harbor", name: "Harbor", mode: "push" as const };

it.each<[what: string, edit: (state: GameState) => unknown, changes: PatchChange[]]>([
  [
    "has nothing before it if it is new",
    ({ maps }) => maps.push(HARBOR),
    [{ target: "maps/harbor", to: HARBOR }],
  ],
  [
    "has nothing after it if it is gone",
    (state) => {
      state.heroes = state.heroes.filter(({ id }) => id !== "ana");
    },
    [{ target: "heroes/ana", from: ANA }],
  ],
  [
    "may be a sub-role",
    (state) => find(state.roles, "tank").subroles.shift(),
    [
      {
        target: "roles/tank/subroles/bruiser",
        from: find(find(TODAY.roles, "tank").subroles, "bruiser"),
      },
    ],
  ],
])("a thing as a whole %s", (_what, edit, changes) => {
  expect(changesAfter(edit)).toEqual(changes);
});

/**
 * Small states of a few heroes with short kits, in which everything can come, go, move and change.
 */
const states = fc
  .array(
    fc.record({
      id: fc.constantFrom("ana", "ashe", "echo", "mei"),
      armor: fc.integer({ min: 0, max: 2 }),
      kit: fc.uniqueArray(
        fc.record({
          id: fc.constantFrom("a", "b", "c", "d", "e"),
          cooldown: fc.option(fc.integer({ min: 1, max: 3 })),
        }),
        { selector: ({ id }) => id, maxLength: 5 },
      ),
    }),
    { maxLength: 6 },
  )
  .map((drawn): GameState => {
    const byId = new Map(drawn.map((hero) => [hero.id, hero]));
    const heroes = [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return {
      ...TODAY,
      heroes: heroes.map(({ id, armor, kit }) => ({
        ...ANA,
        id,
        health: { ...ANA.health, armor },
        abilities: kit.map((ability) => ({ ...TEA, ...ability })),
      })),
    };
  });

it("any two states are led from one to the other by what differs", () => {
  fc.assert(
    fc.property(states, states, (from, to) => {
      expect(inOrder(replay(from, changesBetween(from, to)))).toEqual(to);
    }),
    { numRuns: 300 },
  );
});
