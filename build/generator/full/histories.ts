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

export type Histories = ReturnType<typeof historiesOf>;

/** As much of a game as histories are made from. */
type Game = Pick<FullGame, "patch" | "heroes" | "maps" | "roles" | "patches" | "heroOf" | "mapOf">;

/** The histories of everything that is in a game, up to its patch. */
export function historiesOf(data: GameData, full: Game) {
  const evidence = evidenceOf(data);
  const moments = timelineOf(data).filter(({ patch }) => patch.id <= full.patch);
  const { patch } = full;
  return {
    heroes: full.heroes.map(({ id }) => heroHistory(id, full, moments, evidence)),
    maps: full.maps.map(({ id }): MapHistory => {
      const found = spansOf("maps", id, moments, evidence).map(({ since, upTo, state }) => ({
        since,
        ...full.mapOf(state, upTo),
      }));
      return { id, patch, states: differences(found) };
    }),
    roles: full.roles.map(({ id }): RoleHistory => {
      const found = spansOf("roles", id, moments, evidence).map(({ since, upTo, state }) => ({
        since,
        ...state,
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
  full: Game,
  moments: readonly Moment[],
  evidence: Evidence,
): HeroHistory {
  const abilities = createParts<HeroHistory["abilities"][number]>();
  const perks = createParts<HeroHistory["perks"][number]>();
  const states = spansOf("heroes", id, moments, evidence).map(({ since, upTo, state }) => {
    const { gaps: _, ...hero } = full.heroOf(state, upTo);
    return {
      since,
      ...hero,
      abilities: hero.abilities.map(abilities.placeOf),
      perks: hero.perks.map(perks.placeOf),
    };
  });
  return {
    id,
    patch: full.patch,
    states: differences(states),
    abilities: abilities.all,
    perks: perks.all,
    gaps: evidence.allGapsOf(`heroes/${id}`, full.patch),
    unexplained: full.patches.flatMap(({ id: patch, unexplained }) =>
      unexplained.flatMap(({ reason, changes }) => {
        const own = changes.filter(({ target }) => target.startsWith(`heroes/${id}/`));
        return own.length === 0 ? [] : [{ reason, changes: own, patch }];
      }),
    ),
  };
}

/** Parts, each once, by their places in a list. */
function createParts<Own>() {
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

/** The states of a thing, newest first, each with the first and the last patch it holds for. */
function spansOf<Name extends "heroes" | "maps" | "roles">(
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

/** States without ids, as far as each differs from the next newer one. The first is whole. */
function differences<State extends { since: string; id: string }>(states: readonly State[]) {
  return states.map((state, at) => {
    const newer = Object(states[at - 1]);
    const own = Object.entries(state).filter(
      ([key, value]) => key === "since" || !isDeepStrictEqual(value, newer[key]),
    );
    const { id: _, ...rest } = Object.fromEntries(own);
    return rest as Partial<Omit<State, "id">> & { since: string };
  });
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
