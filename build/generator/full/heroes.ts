import { withKeys } from "../../client/match-log/keys.ts";
import { lastOf } from "../../core/game/targets.ts";
import { wordsOfField } from "../../core/game/words.ts";
import type {
  AbilityDetails,
  Figure,
  HeroDetails,
  PerkDetails,
} from "../../core/schema/details.ts";
import type { FIGURE_REMARKS, Figures, FigureValue } from "../../core/schema/figures.ts";
import {
  type AbilityKey,
  type AbilityState,
  type HeroFile,
  type HeroState,
  PERK_TIERS,
  type PerkState,
} from "../../core/schema/hero.ts";
import { allAliases } from "../../core/spelling/spellings.ts";
import { monogramOf } from "../data/checks/texts.ts";
import { namesThen } from "../history/names-as-of.ts";
import type { Evidence } from "./evidence.ts";

/** An ability or a perk, as far as today's file of its hero has it. */
type PartFile = Pick<HeroFile["abilities"][number], "figures" | keyof typeof FIGURE_REMARKS>;

/**
 * Completes heroes of any state: each value with its unit, its origin, its note and its gap. `asOf`
 * is the patch that led to the state. A part that two states share is made once.
 */
export function createFullHeroes(files: readonly HeroFile[], evidence: Evidence) {
  const { originOf, gapOf } = evidence;
  const { figureOf, figuresOf } = createFigures(evidence);
  const fileOf = new Map(
    files.map((file) => [file.id, { ...file, sources: evidence.withFamilies(file.sources) }]),
  );

  const abilityOf = (
    { id, kind, name, description, cooldown, figures }: AbilityState,
    hero: string,
    asOf: string,
    key?: AbilityKey | null,
  ): AbilityDetails => {
    const own = fileOf.get(hero)?.abilities.find((ability) => ability.id === id);
    const first = cooldown === null ? {} : { cooldown };
    const file = own && { ...own, figures: { ...first, ...own.figures } };
    return {
      id,
      kind,
      name,
      names: own?.names ?? {},
      nicknames: own?.nicknames,
      description,
      key: kind === "passive" ? undefined : key,
      weaponKind: own?.weaponKind,
      ...figuresOf(`heroes/${hero}/abilities/${id}`, file ?? { figures: first }, asOf, {
        ...first,
        ...figures,
      }),
    };
  };

  const perkOf = (
    { id, tier, name, figures = {} }: PerkState,
    hero: string,
    asOf: string,
  ): PerkDetails => {
    const own = fileOf.get(hero)?.perks?.find((perk) => perk.id === id);
    const target = `heroes/${hero}/perks/${id}`;
    const origin = originOf(target, asOf);
    return {
      id,
      tier,
      name,
      names: own?.names ?? {},
      key: own?.key,
      effect: own?.effect ?? null,
      affects: own?.affects ?? [],
      since: origin?.change && origin.patch.id,
      source: origin?.source,
      gap: gapOf(target, asOf),
      ...figuresOf(target, own, asOf, figures),
    };
  };

  const fullAbility = memoize("abilities", abilityOf, evidence);
  const fullPerk = memoize("perks", perkOf, evidence);
  return (state: HeroState, asOf: string, portrait: string): HeroDetails => {
    const { id, names, role, subrole = null } = state;
    const file = fileOf.get(id);
    const target = `heroes/${id}`;
    const keys = withKeys(
      state.abilities.map((ability) => ({ id: ability.id, kind: ability.kind, ability })),
      file ?? { abilities: [] },
      asOf,
    );
    const arrival = originOf(target, asOf);
    const onRecordSince = arrival?.change ? arrival.patch.id : evidence.historyFrom;
    return {
      id,
      name: names.en,
      names: namesThen(names, file),
      aliases: file ? allAliases(file, Object.values(names)) : [],
      role,
      subrole,
      portrait,
      monogram: monogramOf(file ?? { names }),
      patch: evidence.lastPatchOf(target, asOf),
      release: file?.release ?? { date: onRecordSince.slice(0, 10), number: null },
      onRecordSince,
      health: Object.entries(state.health).flatMap(([field, value]) =>
        value === 0 ? [] : [figureOf(`${target}/health/${field}`, value, asOf)],
      ),
      abilities: keys.map(({ key, ability }) => fullAbility(ability, id, asOf, key)),
      perks: state.perks.toSorted(comparePerks).map((perk) => fullPerk(perk, id, asOf)),
      gaps: evidence.gapsOf(target, asOf),
      sources: file?.sources ?? [],
    };
  };
}

/** Prepares figures of any state. */
function createFigures({ vocabulary, originOf, sureOf, gapOf, unknownOf }: Evidence) {
  const figureOf = (target: string, value: FigureValue, asOf: string, own?: PartFile): Figure => {
    const field = lastOf(target);
    const { unit = "none", label = wordsOfField(field) } = vocabulary.fieldOf(target) ?? {};
    const origin = originOf(target, asOf);
    return {
      field,
      value,
      unit,
      label,
      note: own?.notes?.[field],
      per: own?.per?.[field],
      readAs: own?.readAs?.[field],
      [origin?.change === undefined ? "onRecordSince" : "since"]: origin?.patch.id,
      source: origin?.source,
      sure: sureOf(target, asOf),
      gap: gapOf(target, asOf),
    };
  };

  /**
   * The figures of a part in the order of today's file, then those that today's file does not have,
   * and those whose value is not known; also a cooldown that is missing for a reason on record.
   */
  const figuresOf = (target: string, own: PartFile | undefined, asOf: string, values: Figures) => {
    const fields = new Set([...Object.keys(own?.figures ?? {}), ...Object.keys(values).sort()]);
    const cooldown = "cooldown" in values ? undefined : gapOf(`${target}/cooldown`, asOf);
    const unknown = {
      ...(cooldown && { cooldown }),
      ...unknownOf(target, asOf, values),
    };
    return {
      figures: [...fields].flatMap((field) => {
        const value = values[field];
        if (value === undefined) return [];
        return [figureOf(`${target}/${field}`, value, asOf, own)];
      }),
      unknown: Object.keys(unknown).length > 0 ? unknown : undefined,
    };
  };
  return { figureOf, figuresOf };
}

/**
 * Makes each part once for each epoch and key. A state shares its parts with the states around it
 * that have the same, and their origins are the same too.
 */
function memoize<State extends { id: string }, Full>(
  list: "abilities" | "perks",
  make: (state: State, hero: string, asOf: string, key?: AbilityKey | null) => Full,
  { epochOf }: Evidence,
): typeof make {
  const known = new WeakMap<State, Map<string, Full>>();
  return (state, hero, asOf, key) => {
    const own = known.get(state) ?? new Map<string, Full>();
    known.set(state, own);
    const place = `${epochOf(`heroes/${hero}/${list}/${state.id}`, asOf)} ${key}`;
    const full = own.get(place) ?? make(state, hero, asOf, key);
    own.set(place, full);
    return full;
  };
}

/** The order of perks: minor ones first, then by id. */
function comparePerks(a: PerkState, b: PerkState): number {
  if (a.tier !== b.tier) return PERK_TIERS.indexOf(a.tier) - PERK_TIERS.indexOf(b.tier);
  return a.id < b.id ? -1 : 1;
}
