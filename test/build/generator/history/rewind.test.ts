import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GameState } from "../../../../build/core/schema/collections.ts";
import type { PatchFile, RecordedChange } from "../../../../build/core/schema/patch.ts";
import { slotOf } from "../../../../build/generator/history/address.ts";
import { walkBack } from "../../../../build/generator/history/rewind.ts";
import { patchOf } from "../../data-copies.ts";

const patch = (id: string, ...changes: RecordedChange[]) => patchOf(id, changes);

function state(maps: GameState["maps"], standard = 250): GameState {
  const health = { standard, armor: 0, shields: 0 };
  const names = { en: "Ana", ko: "아나", zh: "安娜" };
  return {
    heroes: [
      { id: "ana", names, role: "support", subrole: "medic", health, abilities: [], perks: [] },
    ],
    maps,
    roles: [],
    modes: [],
  };
}

const ILIOS = { id: "ilios", name: "Ilios", mode: "control" } as const;
const NEPAL = { id: "nepal", name: "Nepal", mode: "control" } as const;

/** The states that walking back gives, oldest last, without what is the same in all. */
function mapsAfter(now: GameState, ...patches: PatchFile[]): Record<string, string> {
  const steps = [...walkBack(now, patches)].map(({ patch, state }) => [
    patch.id,
    state.maps.map(({ id }) => id).join(),
  ]);
  return Object.fromEntries(steps);
}

describe("walkBack", () => {
  it("takes away what a patch added, if only as true, and brings back what it removed", () => {
    expect(
      mapsAfter(
        state([ILIOS]),
        patch("2026-01-01"),
        patch("2026-02-01", { target: "maps/nepal", from: NEPAL }),
        patch("2026-03-01", { target: "maps/ilios", to: true }),
      ),
    ).toEqual({ "2026-03-01": "ilios", "2026-02-01": "", "2026-01-01": "nepal" });
  });

  it("takes the last change of a patch back first", () => {
    const steps = [
      ...walkBack(state([{ ...ILIOS, mode: "push" }]), [
        patch("2026-01-01"),
        patch(
          "2026-02-01",
          { target: "maps/ilios", to: ILIOS },
          { target: "maps/ilios/mode", from: "control", to: "push" },
        ),
      ]),
    ];
    expect(steps.flatMap(({ breaks }) => breaks)).toEqual([]);
    expect(steps.at(-1)?.state.maps).toEqual([]);
  });

  it("rebuilds every state from any record of changes of values", () => {
    const targets = [
      "heroes/ana/health/standard",
      "heroes/ana/health/armor",
      "heroes/ana/names/en",
      "heroes/ana/subrole",
      "maps/ilios/mode",
    ];
    const edit = fc.tuple(fc.constantFrom(...targets), fc.nat({ max: 5 }));
    const history = fc.array(fc.uniqueArray(edit, { selector: ([target]) => target }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(history, (edits) => {
        const now = state([ILIOS]);
        const states = [structuredClone(now)];
        const patches = [patch("2026-01-01")];
        for (const [at, ofPatch] of edits.entries()) {
          const changes = ofPatch.map(([target, to]) => {
            const slot = slotOf(now, target);
            const from = slot?.get();
            slot?.set(to);
            return { target, from, to };
          });
          patches.push(patch(`2026-02-0${at + 1}`, ...changes));
          states.push(structuredClone(now));
        }
        const steps = [...walkBack(now, patches)];
        expect(steps.map((step) => step.state)).toEqual(states.reverse());
        expect(steps.flatMap(({ breaks }) => breaks)).toEqual([]);
      }),
    );
  });
});
