import { withKeys } from "../../client/match-log/keys.ts";
import { wordsOfField } from "../../core/game/words.ts";
import type {
  AbilityDetails,
  Figure,
  HeroDetails,
  PerkDetails,
} from "../../core/schema/details.ts";
import type { Figures, FigureValue } from "../../core/schema/figures.ts";
import {
  type AbilityKey,
  type AbilityState,
  HERO_FACTS,
  type HeroFacts,
  type HeroFile,
  type HeroState,
  PERK_TIERS,
  type PerkState,
} from "../../core/schema/hero.ts";
import { monogramOf } from "../data/checks/texts.ts";
import type { Evidence } from "./evidence.ts";

/** An ability or a perk, as far as today's file of its hero has it. */
type PartFile = Pick<HeroFile["abilities"][number], "names" | "figures" | "notes">;

/**
 * Completes heroes of any state: each value with its unit, its origin, its note and its gap. `asOf`
 * is the patch that led to the state. A part that two states share is made once.
 */
export function createFullHeroes(
  files: readonly HeroFile[],
  evidence: Evidence,
): (state: HeroState, asOf: string, portrait: string) => HeroDetails {
  const { originOf, gapOf, withFamilies } = evidence;
  const fileOf = new Map(
    files.map((file) => [file.id, { ...file, sources: withFamilies(file.sources) }]),
  );

  const abilityOf = (
    state: AbilityState,
    hero: string,
    asOf: string,
    key?: AbilityKey | null,
  ): AbilityDetails => {
    const { id, kind, name, description, cooldown, figures = {} } = state;
    const own = fileOf.get(hero)?.abilities.find((ability) => ability.id === id);
    const target = `heroes/${hero}/abilities/${id}`;
    return {
      id,
      kind,
      name,
      names: own?.names ?? {},
      description,
      ...(kind === "passive" ? {} : { key }),
      figures: [
        ...(cooldown === null ? [] : [figureOf(evidence, `${target}/cooldown`, cooldown, asOf)]),
        ...figuresOf(evidence, target, own, asOf, figures),
      ],
      ...unknownOf(evidence, target, asOf, cooldown === null ? figures : { ...figures, cooldown }),
    };
  };

  const perkOf = (state: PerkState, hero: string, asOf: string): PerkDetails => {
    const { id, tier, name, figures = {} } = state;
    const own = fileOf.get(hero)?.perks?.find((perk) => perk.id === id);
    const target = `heroes/${hero}/perks/${id}`;
    const origin = originOf(target, asOf);
    const gap = gapOf(target, asOf);
    return {
      id,
      tier,
      name,
      names: own?.names ?? {},
      ...(own?.key && { key: own.key }),
      effect: own?.effect ?? null,
      affects: own?.affects ?? [],
      ...(origin?.change && { since: origin.patch.id }),
      ...(origin?.change && origin.source && { source: origin.source }),
      ...(gap && { gap }),
      figures: figuresOf(evidence, target, own, asOf, figures),
      ...unknownOf(evidence, target, asOf, figures),
    };
  };

  const fullAbility = memoize("abilities", abilityOf, evidence);
  const fullPerk = memoize("perks", perkOf, evidence);
  return (state, asOf, portrait) => {
    const { id, names, role, subrole = null } = state;
    const file = fileOf.get(id);
    const target = `heroes/${id}`;
    const keys = withKeys(
      state.abilities.map((ability) => ({ id: ability.id, kind: ability.kind, ability })),
      file ?? { abilities: [] },
      asOf,
    );
    return {
      id,
      name: names.en,
      names,
      aliases: file?.aliases ?? [],
      role,
      subrole,
      portrait,
      monogram: monogramOf(file ?? { names }),
      patch: evidence.lastPatchOf(target, asOf),
      ...factsOf(file),
      onRecordSince: evidence.historyFrom,
      health: Object.entries(state.health).flatMap(([field, value]) =>
        value === 0 ? [] : [figureOf(evidence, `${target}/health/${field}`, value, asOf)],
      ),
      abilities: keys.map(({ key, ability }) => fullAbility(ability, id, asOf, key)),
      perks: state.perks.toSorted(comparePerks).map((perk) => fullPerk(perk, id, asOf)),
      gaps: evidence.gapsOf(target, asOf),
      sources: file?.sources ?? [],
    };
  };
}

function factsOf(file: HeroFile | undefined): HeroFacts {
  const keys = Object.keys(HERO_FACTS) as (keyof HeroFacts)[];
  return Object.fromEntries(keys.map((key) => [key, file?.[key] ?? null])) as HeroFacts;
}

function figureOf(
  { vocabulary, originOf, sureOf, gapOf }: Evidence,
  target: string,
  value: FigureValue,
  asOf: string,
  note?: string,
): Figure {
  const name = target.slice(target.lastIndexOf("/") + 1);
  const { unit = "none", label = wordsOfField(name) } = vocabulary.fieldOf(target) ?? {};
  const origin = originOf(target, asOf);
  const sure = sureOf(target, asOf);
  const gap = gapOf(target, asOf);
  const figure: Figure = { field: name, value, unit, label };
  if (note) figure.note = note;
  if (origin) figure[origin.change === undefined ? "onRecordSince" : "since"] = origin.patch.id;
  if (origin?.source) figure.source = origin.source;
  if (sure) figure.sure = sure;
  if (gap) figure.gap = gap;
  return figure;
}

/** The figures in the order of today's file, then those that today's file does not have. */
function figuresOf(
  evidence: Evidence,
  target: string,
  own: PartFile | undefined,
  asOf: string,
  values: Figures,
) {
  const fields = new Set([...Object.keys(own?.figures ?? {}), ...Object.keys(values).sort()]);
  return [...fields].flatMap((field) => {
    const value = values[field];
    if (value === undefined) return [];
    return [figureOf(evidence, `${target}/${field}`, value, asOf, own?.notes?.[field])];
  });
}

/** Figures whose value is not known; also a cooldown that is missing for a reason on record. */
function unknownOf(evidence: Evidence, target: string, asOf: string, present: Figures) {
  const cooldown = "cooldown" in present ? undefined : evidence.gapOf(`${target}/cooldown`, asOf);
  const unknown = evidence.unknownOf(target, asOf, present);
  return (cooldown || unknown) && { unknown: { ...(cooldown && { cooldown }), ...unknown } };
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
