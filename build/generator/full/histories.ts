import { isDeepStrictEqual } from "node:util";
import { grouped } from "../../core/grouped.ts";
import type { GameState } from "../../core/schema/collections.ts";
import type {
  HeroHistory,
  MapHistory,
  RoleHistory,
  RuleHistory,
} from "../../core/schema/history.ts";
import type { GameData } from "../data/game-data.ts";
import { type Moment, timelineOf } from "../history/timeline.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import type { FullGame } from "./full-game.ts";

/** A part of a hero that many states share. */
type Part = HeroHistory["abilities"][number] | HeroHistory["perks"][number];

export type Histories = {
  heroes: HeroHistory[];
  maps: MapHistory[];
  roles: RoleHistory[];
};

/** The histories of everything that is in a game, up to its patch. */
export function historiesOf(data: GameData, full: FullGame): Histories {
  const evidence = evidenceOf(data);
  const moments = timelineOf(data).filter(({ patch }) => patch.id <= full.patch);
  const { patch } = full;
  return {
    heroes: full.heroes.map(({ id }) => heroHistory(id, full, moments, evidence)),
    maps: full.maps.map(({ id }): MapHistory => {
      const found = spansOf("maps", id, moments, evidence).map(({ since, upTo, state }) => ({
        since,
        ...withoutId(full.mapOf(state, upTo)),
      }));
      return { id, patch, states: differences(found) };
    }),
    roles: full.roles.map(({ id }): RoleHistory => {
      const found = spansOf("roles", id, moments, evidence).map(({ since, upTo, state }) => ({
        since,
        ...withoutId(state),
        patch: evidence.lastPatchOf(`roles/${id}`, upTo),
        onRecordSince: evidence.historyFrom,
        gaps: evidence.gapsOf(`roles/${id}`, upTo),
        sources: evidence.sourcesOf("roles"),
      }));
      return { id, patch, states: differences(found) };
    }),
  };
}

function heroHistory(
  id: string,
  full: FullGame,
  moments: readonly Moment[],
  evidence: Evidence,
): HeroHistory {
  const abilities = createParts<HeroHistory["abilities"][number]>();
  const perks = createParts<HeroHistory["perks"][number]>();
  const states = spansOf("heroes", id, moments, evidence).map(({ since, upTo, state }) => {
    const { gaps: _, ...hero } = withoutId(full.heroOf(state, upTo));
    return {
      since,
      ...hero,
      abilities: hero.abilities.map(abilities.placeOf),
      perks: hero.perks.map(perks.placeOf),
    };
  });
  const isOwn = ({ target }: { target: string }) => target.startsWith(`heroes/${id}/`);
  return {
    id,
    patch: full.patch,
    states: differences(states),
    abilities: abilities.all,
    perks: perks.all,
    gaps: evidence.allGapsOf(`heroes/${id}`, full.patch),
    unexplained: full.patches.flatMap(({ id: patch, unexplained }) =>
      unexplained.flatMap(({ reason, changes }) => {
        const own = changes.filter(isOwn);
        return own.length === 0 ? [] : [{ reason, changes: own, patch }];
      }),
    ),
  };
}

/** Parts, each once, by their places in a list. */
function createParts<Own extends Part>() {
  const all: Own[] = [];
  const places = new Map<string, number>();
  const known = new Map<Own, number>();
  const placeOf = (part: Own): number => {
    const text = JSON.stringify(part);
    const place = places.get(text) ?? all.push(part) - 1;
    places.set(text, place);
    known.set(part, place);
    return place;
  };
  return { all, placeOf: (part: Own) => known.get(part) ?? placeOf(part) };
}

type Collection = "heroes" | "maps" | "roles";

/** The states of a thing, newest first, each with the first and the last patch it holds for. */
function spansOf<Name extends Collection>(
  collection: Name,
  id: string,
  moments: readonly Moment[],
  evidence: Evidence,
) {
  type State = GameState[Name][number];
  const spans: { since: string; upTo: string; state: State; key: string }[] = [];
  const thing = `${collection}/${id}`;
  for (const { patch, state } of moments) {
    const list: readonly State[] = state[collection];
    const own = list.find((one) => one.id === id);
    if (own === undefined) break;
    const key = `${evidence.lastPatchOf(thing, patch.id)} ${evidence.epochOf(thing, patch.id)}`;
    const newer = spans.at(-1);
    if (newer?.state === own && newer.key === key) newer.since = patch.id;
    else spans.push({ since: patch.id, upTo: patch.id, state: own, key });
  }
  return spans;
}

/** States as far as each differs from the next newer one. The first is whole. */
function differences<State extends { since: string }>(
  states: readonly State[],
): (Partial<State> & { since: string })[] {
  return states.flatMap((state, at) => {
    const newer = states[at - 1];
    if (newer === undefined) return [state];
    const own = Object.entries(state).filter(
      ([key, value]) => key === "since" || !isDeepStrictEqual(value, Reflect.get(newer, key)),
    );
    return [Object.fromEntries(own) as Partial<State> & { since: string }];
  });
}

function withoutId<Thing extends { id: string }>({ id: _, ...rest }: Thing): Omit<Thing, "id"> {
  return rest;
}

/** The changes of what is below `modes`, by the mode or other id, newest first. */
export function ruleHistories({ patch, patches, nameOf }: FullGame): RuleHistory[] {
  const ofRules = patches.flatMap(({ id, changes }) =>
    changes
      .filter(({ target }) => target.startsWith("modes/"))
      .map((change) => ({ ...change, patch: id })),
  );
  return [...grouped(ofRules.map((change) => [change.target.split("/")[1] ?? "", change]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, changes]) => ({ id, name: nameOf(`modes/${id}`), patch, changes }));
}
