import type { GameState } from "../../../core/schema/collections.ts";
import type { PatchChange } from "../../../core/schema/patch.ts";
import { changesBetween } from "../../history/changes-between.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";

/** In place of a health that is not listed. */
const NO_HEALTH = { standard: 0, armor: 0, shields: 0 };

/**
 * The record leads back to the numbers and perks of `oldest.json`. So every edit of a number that
 * is not recorded is found, even where no patch has changed the number before.
 */
export function checkOldest(data: LoadedData, walkedBack: GameState): Issue[] {
  if (data.oldest === undefined || data.game === undefined) return [];
  const { file, value } = data.oldest;
  const { historyFrom } = data.game.value;
  if (value.patch !== historyFrom) {
    const message =
      `the state of patch ${value.patch}, but historyFrom is ${historyFrom}; make both name the ` +
      "same patch";
    return [{ code: "oldest-patch", file, path: ["patch"], message }];
  }
  const ids = new Set(walkedBack.heroes.map(({ id }) => id));
  const unknown = Object.keys(value.heroes).filter((id) => !ids.has(id));
  const stored = walkedBack.heroes.map((hero) => {
    const { figures: _, perks: __, ...rest } = hero;
    const { health = NO_HEALTH, cooldowns = {}, ...known } = value.heroes[hero.id] ?? {};
    const abilities = hero.abilities.map((ability) => ({
      ...ability,
      cooldown: cooldowns[ability.id] ?? null,
    }));
    return { ...rest, ...known, health, abilities };
  });
  const heroesOnly = { maps: [], roles: [], modes: [] };
  const changes = changesBetween(
    { ...heroesOnly, heroes: stored },
    { ...heroesOnly, heroes: walkedBack.heroes },
  );
  return [
    ...unknown.map((id) => ({
      code: "oldest-hero",
      file,
      path: ["heroes", id],
      message: `there was no hero "${id}" after patch ${historyFrom}; remove it`,
    })),
    ...changes.map((change) => difference(change, file, historyFrom)),
  ];
}

function difference(change: PatchChange, file: string, patch: string): Issue {
  const [, hero = ""] = change.target.split("/");
  const show = (side: "from" | "to") => (side in change ? JSON.stringify(change[side]) : "nothing");
  const message =
    `${change.target}: walking the record back to patch ${patch} leads to ${show("to")}, but ` +
    `this file has ${show("from")}; a patch that changed it is not recorded, or one of the two ` +
    "is wrong";
  return { code: "oldest-state", file, path: ["heroes", hero], message, unjoined: change.target };
}
