/*
 * history: every state of the game, walked back from today's data through the recorded changes, and
 * forth (rewind.ts); kept here, asked by day or by patch. A target of a change is the path of its
 * value in the state (address.ts, resolve-target.ts). It imports core, the client's names, and
 * types of data. Checks, full and commands may import it; documents and pages ask full.
 */

import { isUpTo } from "../../core/game/day.ts";
import { ROLES } from "../../core/game/roles.ts";
import { onceFor } from "../../core/once.ts";
import type { DataLists, GameState } from "../../core/schema/collections.ts";
import {
  type AbilityState,
  FORMER_ROLES,
  type HeroFile,
  type HeroState,
  type PerkState,
  SUBROLES,
} from "../../core/schema/hero.ts";
import type { PatchFile } from "../../core/schema/patch.ts";
import { FORMER_MODES, MODES } from "../../core/schema/roles-and-modes.ts";
import { walkBack } from "./rewind.ts";

/** A patch, and the state of the game after it. */
export type Moment = { patch: PatchFile; state: GameState };

/** Checked data, as far as states are made of it. */
export type Recorded = DataLists & { game: { historyFrom: string }; patches: readonly PatchFile[] };

/**
 * Every state of the game that can be rebuilt, newest first. The record of a game is walked once;
 * states share what no patch between them changed.
 */
export const timelineOf = onceFor((data: Recorded): readonly Moment[] => {
  const moments: Moment[] = [];
  for (const { patch, state } of walkBack(stateOf(data), data.patches)) {
    if (patch.id < data.game.historyFrom) break;
    moments.push({ patch, state });
  }
  return moments;
});

/** The last moment up to a patch or a day; undefined before the record. */
export function momentAsOf(data: Recorded, asOf: string): Moment | undefined {
  return timelineOf(data).find(({ patch }) => isUpTo(patch.id, asOf));
}

/** The part of today's data that patches can change. It shares the data's values. */
export function stateOf({ heroes, maps, modes, roles }: DataLists): GameState {
  return {
    heroes: heroes.map(heroStateOf),
    maps: maps.map(({ id, name, mode }) => ({ id, name, mode })),
    modes: [...modes],
    roles: [...roles],
  };
}

/** The part of a hero's file that patches can change. */
export function heroStateOf(file: HeroFile): HeroState {
  const { id, role, subrole, health, abilities, perks = [] } = file;
  const { en, ko, zh } = file.names;
  return {
    id,
    names: { en, ko, zh },
    role,
    subrole,
    health,
    abilities: abilities.map(abilityStateOf),
    perks: perks.map(perkStateOf),
  };
}

function abilityStateOf(ability: AbilityState): AbilityState {
  const { id, kind, name, description, cooldown, figures } = ability;
  return { id, kind, name, description, cooldown, ...(figures && { figures }) };
}

function perkStateOf({ id, tier, name, figures }: PerkState): PerkState {
  return { id, tier, name, ...(figures && { figures }) };
}

/** A state with its lists in the order of the API. A change adds to the end of a list. */
export function inOrder({ heroes, maps, modes, roles }: GameState): GameState {
  return {
    heroes: heroes.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    maps: maps.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    modes: modes.toSorted(by([...FORMER_MODES, ...MODES])),
    roles: roles
      .toSorted(by([...FORMER_ROLES, ...ROLES]))
      .map((role) => ({ ...role, subroles: role.subroles.toSorted(by(SUBROLES)) })),
  };
}

/** Compares by the places of ids in a list. */
function by(order: readonly string[]): (a: { id: string }, b: { id: string }) => number {
  return (a, b) => order.indexOf(a.id) - order.indexOf(b.id);
}
