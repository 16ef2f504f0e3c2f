import { countEffects } from "../../core/game/effects.ts";
import { GapListSchema, StatusSchema } from "../../core/schema/details.ts";
import { WitnessListSchema } from "../../core/schema/witness.ts";
import type { JsonDocument, Site } from "../../core/site/site.ts";
import type { FullGame } from "../full/full-game.ts";
import { listJson, toJson } from "./json.ts";

/** Adds `/gaps.json`: every value that is unknown or rests on thin evidence, and why. */
export function addGapsJson(site: Site, { game: { lastChecked }, gaps }: FullGame): void {
  const list = { lastChecked, gaps: [...gaps] };
  site.addFile("/gaps.json", "application/json", () => toJson(GapListSchema, list, listJson));
}

/** Adds `/witnesses.json`. */
export function addWitnesses(site: Site, { witnesses }: FullGame): void {
  const make = () => toJson(WitnessListSchema, { witnesses: witnesses() });
  site.addFile("/witnesses.json", "application/json", make);
}

/** Adds `/status.json`. */
export function addStatus(site: Site, full: FullGame): void {
  site.addFile("/status.json", "application/json", () => statusOf(full));
}

function statusOf({ game, patch, patches, gaps, expected }: FullGame): JsonDocument {
  const status = {
    game: game.id,
    patch,
    historyFrom: game.historyFrom,
    lastChecked: game.lastChecked,
    completeness: Object.fromEntries(patches.map(({ id, completeness }) => [id, completeness])),
    effects: countEffects(patches.flatMap(({ changes }) => changes)),
    gaps: gaps.length,
    expected,
  };
  return toJson(StatusSchema, status);
}
