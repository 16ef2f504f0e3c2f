import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentsInMemory } from "../../../build/build-site.ts";
import { type GameData, stateOf } from "../../../build/data/reference.ts";
import { changesBetween } from "../../../build/history/compare.ts";
import { replay } from "../../../build/history/replay.ts";
import { walkBack } from "../../../build/history/rewind.ts";
import { resolveTarget } from "../../../build/history/target.ts";
import { compareSnapshots } from "../../../build/maintain/diff.ts";
import { type Snapshot, snapshotOfSite } from "../../../build/maintain/snapshot.ts";
import type { GameState } from "../../../build/schema/collections.ts";
import type { Ability } from "../../../build/schema/hero.ts";
import type { PatchChange, PatchFile } from "../../../build/schema/patch.ts";
import { REAL_DATA as DATA } from "../../helpers/real-data.ts";

const TODAY = stateOf(DATA);

/** What differs after an edit of today's game. */
function changesAfter(change: (state: GameState) => void): PatchChange[] {
  const edited = structuredClone(TODAY);
  change(edited);
  return changesBetween(TODAY, edited);
}

function find<T extends { id: string }>(list: readonly T[], id: string): T {
  const found = list.find((element) => element.id === id);
  if (found === undefined) throw new Error(`the real data has no ${id}`);
  return found;
}

const heroOf = (state: GameState, id: string) => find(state.heroes, id);
const ANA = heroOf(TODAY, "ana");
const NEW_ABILITY: Ability = {
  id: "tea",
  kind: "passive",
  name: "Tea",
  description: null,
  cooldown: null,
};

describe("values that differ", () => {
  it("are none where the states are the same", () => {
    expect(changesBetween(TODAY, structuredClone(TODAY))).toEqual([]);
  });

  it.each<[target: string, edit: (state: GameState) => void, from: unknown, to: unknown]>([
    [
      "heroes/ana/health/standard",
      (state) => (heroOf(state, "ana").health.standard = 1),
      ANA.health.standard,
      1,
    ],
    [
      "heroes/ana/names/ko",
      (state) => (heroOf(state, "ana").names.ko = "안나"),
      ANA.names.ko,
      "안나",
    ],
    [
      "heroes/ana/abilities/sleep-dart/cooldown",
      (state) => (find(heroOf(state, "ana").abilities, "sleep-dart").cooldown = null),
      find(ANA.abilities, "sleep-dart").cooldown,
      null,
    ],
    [
      "heroes/ana/abilities/nano-boost/name",
      (state) => (find(heroOf(state, "ana").abilities, "nano-boost").name = "Nano"),
      "Nano Boost",
      "Nano",
    ],
    ["maps/ilios/mode", (state) => (find(state.maps, "ilios").mode = "push"), "control", "push"],
    ["modes/push/name", (state) => (find(state.modes, "push").name = "Shove"), "Push", "Shove"],
    ["roles/tank/name", (state) => (find(state.roles, "tank").name = "Shield"), "Tank", "Shield"],
    [
      "roles/tank/subroles/bruiser/passive",
      (state) => (find(find(state.roles, "tank").subroles, "bruiser").passive = "Hits harder."),
      find(find(TODAY.roles, "tank").subroles, "bruiser").passive,
      "Hits harder.",
    ],
  ])("are named by their path, with the value before and after: %s", (target, edit, from, to) => {
    expect(changesAfter(edit)).toEqual([{ target, from, to }]);
  });

  it("are listed one by one: heroes by id, then maps, modes, roles", () => {
    const changes = changesAfter((state) => {
      find(state.roles, "tank").name = "Shield";
      find(state.modes, "push").name = "Shove";
      find(state.maps, "ilios").name = "Iliad";
      heroOf(state, "zenyatta").role = "tank";
      heroOf(state, "zenyatta").subrole = "stalwart";
      heroOf(state, "ana").health.armor = 5;
    });
    expect(changes.map(({ target }) => target)).toEqual([
      "heroes/ana/health/armor",
      "heroes/zenyatta/role",
      "heroes/zenyatta/subrole",
      "maps/ilios/name",
      "modes/push/name",
      "roles/tank/name",
    ]);
  });

  it("are none where only the order of heroes, maps, modes or roles does", () => {
    const changes = changesAfter((state) => {
      for (const list of Object.values(state)) list.reverse();
    });
    expect(changes).toEqual([]);
  });
});

describe("a kit", () => {
  it.each<[what: string, edit: (kit: Ability[]) => unknown]>([
    ["an ability came", (kit) => kit.push(NEW_ABILITY)],
    ["an ability went", (kit) => kit.pop()],
    ["abilities moved", (kit) => kit.reverse()],
    ["one took the place of another", (kit) => kit.splice(-1, 1, NEW_ABILITY)],
  ])("is one whole change where %s", (_what, edit) => {
    const to = structuredClone(ANA.abilities);
    edit(to);
    const changes = changesAfter((state) => {
      heroOf(state, "ana").abilities = to;
    });
    expect(changes).toEqual([{ target: "heroes/ana/abilities", from: ANA.abilities, to }]);
  });

  it("holds in its one change the values that differ too", () => {
    const changes = changesAfter((state) => {
      const { abilities } = heroOf(state, "ana");
      abilities.push(NEW_ABILITY);
      find(abilities, "sleep-dart").cooldown = 99;
    });
    expect(changes.map(({ target }) => target)).toEqual(["heroes/ana/abilities"]);
  });

  it("stands beside the other values of its hero", () => {
    const changes = changesAfter((state) => {
      const ana = heroOf(state, "ana");
      ana.abilities.push(NEW_ABILITY);
      ana.health.standard = 1;
    });
    expect(changes.map(({ target }) => target)).toEqual([
      "heroes/ana/health/standard",
      "heroes/ana/abilities",
    ]);
  });
});

describe("a thing as a whole", () => {
  it("has its state and nothing before it where it is new", () => {
    const map = { id: "harbor", name: "Harbor", mode: "push" as const };
    expect(changesAfter(({ maps }) => maps.push(map))).toEqual([
      { target: "maps/harbor", to: map },
    ]);
  });

  it("has its state and nothing after it where it is gone", () => {
    const changes = changesAfter((state) => {
      state.heroes = state.heroes.filter(({ id }) => id !== "ana");
    });
    expect(changes).toEqual([{ target: "heroes/ana", from: ANA }]);
  });

  it("is gone and new where its id is another", () => {
    const changes = changesAfter((state) => {
      heroOf(state, "ana").id = "amari";
    });
    expect(changes).toEqual([
      { target: "heroes/ana", from: ANA },
      { target: "heroes/amari", to: { ...ANA, id: "amari" } },
    ]);
  });

  it("may be a sub-role", () => {
    const changes = changesAfter((state) => {
      find(state.roles, "tank").subroles.shift();
    });
    expect(changes).toEqual([
      {
        target: "roles/tank/subroles/bruiser",
        from: find(find(TODAY.roles, "tank").subroles, "bruiser"),
      },
    ]);
  });
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
        abilities: kit.map((ability) => ({ ...NEW_ABILITY, ...ability })),
      })),
    };
  });

describe("any two states", () => {
  it("are led from one to the other by what differs", () => {
    fc.assert(
      fc.property(states, states, (from, to) => {
        expect(replay(from, changesBetween(from, to))).toEqual(to);
      }),
      { numRuns: 300 },
    );
  });

  it("differ in the same targets in both directions", () => {
    const targets = (changes: PatchChange[]) => new Set(changes.map(({ target }) => target));
    fc.assert(
      fc.property(states, states, (one, other) => {
        expect(targets(changesBetween(one, other))).toEqual(targets(changesBetween(other, one)));
      }),
    );
  });
});

/** The offered patches with the state after each, oldest first. */
const HISTORY = [...walkBack(TODAY, DATA.patches)]
  .filter(({ patch }) => patch.id >= DATA.game.historyFrom)
  .reverse();

const modelledOf = ({ changes }: PatchFile) =>
  changes.filter(({ target }) => resolveTarget(target).kind === "modelled").map(withoutNotes);

function withoutNotes({ target, ...change }: PatchChange): PatchChange {
  const sides = (["from", "to"] as const).filter((side) => side in change);
  return { target, ...Object.fromEntries(sides.map((side) => [side, change[side]])) };
}

/**
 * Two offered patches, what is recorded of modelled values from the older to the newer, where that
 * leads, and what differs between their states.
 */
type Pair = {
  name: string;
  from: GameState;
  to: GameState;
  recorded: PatchChange[];
  replayed: GameState;
  between: PatchChange[];
};

const PAIRS: Pair[] = HISTORY.flatMap((older, at) => {
  const recorded: PatchChange[] = [];
  let replayed = older.state;
  return HISTORY.slice(at + 1).map((newer) => {
    recorded.push(...modelledOf(newer.patch));
    replayed = replay(replayed, newer.patch.changes);
    return {
      name: `${older.patch.id}..${newer.patch.id}`,
      from: older.state,
      to: newer.state,
      recorded: [...recorded],
      replayed,
      between: changesBetween(older.state, newer.state),
    };
  });
});

function wrongPairs(isRight: (pair: Pair) => boolean): string[] {
  return PAIRS.filter((pair) => !isRight(pair)).map(({ name }) => name);
}

/** Single values before and after, by path; a value that is not there is undefined. */
type Values = Map<string, { from?: string | undefined; to?: string | undefined }>;

/**
 * What changes make of single values, taken together: a value that comes back to what it was is no
 * change.
 */
function netOf(changes: readonly PatchChange[]): Values {
  const net: Values = new Map();
  for (const change of changes) {
    for (const [path, { from, to }] of singleValues(change)) {
      const earlier = net.get(path);
      net.set(path, { from: earlier === undefined ? from : earlier.from, to });
    }
  }
  for (const [path, { from, to }] of net) if (from === to) net.delete(path);
  return net;
}

const expanded = new WeakMap<PatchChange, Values>();

function singleValues(change: PatchChange): Values {
  const known = expanded.get(change);
  if (known !== undefined) return known;
  const [before, after] = [leaves(change.target, change.from), leaves(change.target, change.to)];
  const paths = new Set([...before.keys(), ...after.keys()]);
  const values: Values = new Map(
    [...paths].map((path) => [asTarget(path), { from: before.get(path), to: after.get(path) }]),
  );
  expanded.set(change, values);
  return values;
}

/** A figure in a whole thing has the path by which a change of it alone is recorded. */
function asTarget(path: string): string {
  return path
    .replace(/^(heroes\/[^/]+\/perks\/[^/]+)\/figures\//, "$1/")
    .replace(/^(heroes\/[^/]+)\/figures\//, "$1/abilities/");
}

/** Every single value in a thing, and of a kit its order. */
function leaves(path: string, value: unknown): Map<string, string> {
  if (value === undefined) return new Map();
  if (Array.isArray(value)) {
    const ids: string[] = value.map(({ id }) => id);
    const order = path.endsWith("/abilities") ? [[`${path} in order`, ids.join()] as const] : [];
    return new Map([
      ...order,
      ...value.flatMap((element, at) => [...leaves(`${path}/${ids[at]}`, element)]),
    ]);
  }
  if (typeof value !== "object" || value === null) return new Map([[path, JSON.stringify(value)]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...leaves(`${path}/${key}`, inner)]),
  );
}

describe("what differs between any two offered patches", () => {
  it("is looked at for every pair of them", () => {
    expect(PAIRS).toHaveLength((HISTORY.length * (HISTORY.length - 1)) / 2);
    expect(PAIRS.length).toBeGreaterThanOrEqual(703);
  });

  it("leads from the state of the older to the state of the newer", () => {
    expect(
      wrongPairs(({ from, to, between }) => isDeepStrictEqual(replay(from, between), to)),
    ).toEqual([]);
  });

  it("leads where the recorded changes lead", () => {
    expect(wrongPairs(({ replayed, to }) => isDeepStrictEqual(replayed, to))).toEqual([]);
  });

  it("is the net of the recorded changes between them: every value that they change and do not change back, and no other", () => {
    expect(
      wrongPairs(({ recorded, between }) => isDeepStrictEqual(netOf(between), netOf(recorded))),
    ).toEqual([]);
  });

  it("names no value whose net is nothing", () => {
    const isChange = (change: PatchChange) => !isDeepStrictEqual(change.from, change.to);
    expect(wrongPairs(({ between }) => between.every(isChange))).toEqual([]);
  });

  it("names a target once", () => {
    const isOnce = ({ between }: Pair) =>
      new Set(between.map(({ target }) => target)).size === between.length;
    expect(wrongPairs(isOnce)).toEqual([]);
  });
});

/** A site of the data as of a patch, as far as two sites are compared. */
function snapshotAsOf(data: GameData, patch: string): Snapshot {
  const baseUrl = "https://gamedata.example.org";
  const options = { patch, version: "test", baseUrl, assetsUrl: `${baseUrl}/assets` };
  return snapshotOfSite(patch, documentsInMemory(data, options));
}

/**
 * The data of the things that a patch changes: what the record says of them since the patch before.
 */
function dataOfThingsIn({ changes }: PatchFile, historyFrom: string): GameData {
  const thingOf = (target: string) => target.split("/", 2).join("/");
  const changed = new Set(changes.map(({ target }) => thingOf(target)));
  const isChanged = (name: string) => (thing: { id: string }) => changed.has(`${name}/${thing.id}`);
  const patches = DATA.patches
    .filter(({ id }) => id >= historyFrom)
    .map((patch) => {
      const own = patch.changes.filter(({ target }) => changed.has(thingOf(target)));
      return { ...patch, changes: own };
    });
  return {
    ...DATA,
    game: { ...DATA.game, historyFrom },
    heroes: DATA.heroes.filter(isChanged("heroes")),
    maps: DATA.maps.filter(isChanged("maps")),
    roles: DATA.roles.filter(isChanged("roles")),
    modes: DATA.modes.filter(isChanged("modes")),
    patches,
  };
}

describe("the sites of two neighbouring patches", () => {
  const diffs = () =>
    HISTORY.slice(1).map(({ patch: newer }, at) => {
      const older = HISTORY[at]?.patch.id ?? "";
      const data = dataOfThingsIn(newer, older);
      const snapshots = [snapshotAsOf(data, older), snapshotAsOf(data, newer.id)] as const;
      return { ...compareSnapshots(...snapshots), recorded: modelledOf(newer) };
    });
  let compared: ReturnType<typeof diffs> | undefined;
  const everyDiff = () => {
    compared ??= diffs();
    return compared;
  };

  it("differ by no correction, no edited record and no change of format", () => {
    const others = everyDiff().filter(
      ({ corrections, editedPatches, format }) =>
        corrections.length + editedPatches.length + format.length > 0,
    );
    expect(others.map((diff) => diff.new.patch)).toEqual([]);
  });

  it("differ in the game by exactly the recorded modelled changes of the newer, a new perk and its figures in one", () => {
    for (const { game, recorded } of everyDiff()) expect(netOf(game)).toEqual(netOf(recorded));
  });

  it("name the newer patch as the one that was added", () => {
    for (const diff of everyDiff()) {
      expect(diff.patches.added.map(({ id }) => id)).toEqual([diff.new.patch]);
      expect(diff.patches.removed).toEqual([]);
    }
  });

  it("differ in no thing that the newer does not change", () => {
    const [older, newer] = HISTORY.slice(-2).map(({ patch }) => snapshotAsOf(DATA, patch.id));
    if (older === undefined || newer === undefined) throw new Error("there are no two patches");
    const diff = compareSnapshots(older, newer);
    expect(netOf(diff.game)).toEqual(
      netOf(HISTORY.slice(-1).flatMap(({ patch }) => modelledOf(patch))),
    );
    expect([diff.corrections, diff.editedPatches, diff.format]).toEqual([[], [], []]);
  });
});
