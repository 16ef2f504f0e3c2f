/*
 * documents: what a site serves as JSON and CSV. `/v1` picks the contract's fields out of the full
 * game (this file) and is written under every spelling (resources.ts); /details, /history,
 * /vocabulary.json, /gaps.json and /status.json have the full ones. It imports core, data and full.
 * The OpenAPI description and commands may import it, pages read what it writes;
 * make-documents.ts adds all of it.
 */
import { cooldownOf, healthOf } from "../../core/game/state-as-of.ts";
import type { HeroDetails, MapDetails, PatchDetails } from "../../core/schema/details.ts";
import type { Hero, HeroState } from "../../core/schema/hero.ts";
import type { GameMap, MapState } from "../../core/schema/map.ts";
import type { Patch, PatchChange } from "../../core/schema/patch.ts";
import type { GameData } from "../data/game-data.ts";
import { type Addresses, type FullGame, fullGameAsOf } from "../full/full-game.ts";

/** The game as of one patch in the shapes of the contract, and the full one they are part of. */
export type Reference = ReturnType<typeof referenceAsOf>;

/**
 * The game as of a patch, which must be one of `offeredPatches`. Later patches are left out. Throws
 * `RangeError` where the patch is not recorded.
 */
export function referenceAsOf(data: GameData, patch: string, addresses: Addresses) {
  const full = fullGameAsOf(data, patch, addresses);
  const { id, name } = full.game;
  return {
    game: { id, name },
    patch,
    heroes: full.heroes.map(contractHero),
    maps: full.maps.map(contractMap),
    modes: full.modes,
    roles: full.roles,
    patches: full.patches.map((patch) => contractPatch(patch, full)),
    full,
  };
}

/** The three names of a hero that the contract has. */
export function contractNames({ names: { en, ko, zh } }: HeroDetails) {
  return { en, ko, zh };
}

/** The contract's fields of a full hero. */
function contractHero(hero: HeroDetails): Hero {
  const { id, name, role, subrole, aliases, portrait } = hero;
  return {
    id,
    name,
    names: contractNames(hero),
    role,
    subrole,
    health: healthOf(hero.health),
    aliases,
    abilities: hero.abilities.map((ability) => ({
      id: ability.id,
      kind: ability.kind,
      name: ability.name,
      description: ability.description,
      cooldown: cooldownOf(ability.figures),
    })),
    portrait,
  };
}

/** The contract's fields of a full map. */
function contractMap({ id, name, mode, aliases, variants, thumbnail }: MapDetails): GameMap {
  const inContract = variants.map(({ aliases: _, ...variant }) => variant);
  return { id, name, mode, aliases, variants: inContract, thumbnail };
}

/** The contract's fields of a full patch. A whole hero or map is shown as at its own address. */
function contractPatch(
  { id, date, kind, name, sourceUrl, summary, changes }: PatchDetails,
  game: Pick<FullGame, "heroOf" | "mapOf">,
): Patch {
  const sideOf = (target: string, value: unknown): unknown => {
    const [collection, , ...rest] = target.split("/");
    if (rest.length > 0 || typeof value !== "object" || value === null) return value;
    // `checkTargets` has checked its shape.
    if (collection === "heroes") return contractHero(game.heroOf(value as HeroState));
    if (collection === "maps") return contractMap(game.mapOf(value as MapState));
    return value;
  };
  return {
    id,
    date,
    kind,
    name,
    sourceUrl,
    summary,
    changes: changes
      .filter(({ inside }) => inside === undefined)
      .map(
        ({ target, from, to }): PatchChange => ({
          target,
          ...(from === undefined ? {} : { from: sideOf(target, from) }),
          ...(to === undefined ? {} : { to: sideOf(target, to) }),
        }),
      ),
  };
}
