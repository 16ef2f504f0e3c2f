/*
 * history: every state of the game, walked back from today's data through the recorded changes
 * (rewind.ts), and forth (replay.ts); kept here, asked by day or by patch. A target of a change is
 * the path of its value in the state (address.ts, resolve-target.ts). It imports core, the client's
 * names, and types of data. Checks, full and commands may import it; documents and pages ask full.
 */
import type { DataLists, GameState } from "../../core/schema/collections.ts";
import type { PatchFile } from "../../core/schema/patch.ts";
import { walkBack } from "./rewind.ts";
import { stateOf } from "./state.ts";

/** A patch, and the state of the game after it. */
export type Moment = { patch: PatchFile; state: GameState };

/** Checked data, as far as states are made of it. */
export type Recorded = DataLists & { game: { historyFrom: string }; patches: readonly PatchFile[] };

const timelines = new WeakMap<Recorded, readonly Moment[]>();

/**
 * Every state of the game that can be rebuilt, newest first. The record of a game is walked once;
 * states share what no patch between them changed.
 */
export function timelineOf(data: Recorded): readonly Moment[] {
  const known = timelines.get(data) ?? makeTimeline(data);
  timelines.set(data, known);
  return known;
}

function makeTimeline(data: Recorded): Moment[] {
  const moments: Moment[] = [];
  for (const { patch, state } of walkBack(stateOf(data), data.patches)) {
    if (patch.id < data.game.historyFrom) break;
    moments.push({ patch, state });
  }
  return moments;
}

/** The last moment up to a patch or a day; undefined before the record. */
export function momentAsOf(data: Recorded, asOf: string): Moment | undefined {
  // A day without a suffix is later than every patch of the day.
  const last = asOf.length === 10 ? `${asOf}-z` : asOf;
  return timelineOf(data).find(({ patch }) => patch.id <= last);
}
