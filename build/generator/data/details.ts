import type {
  ChangeDetails,
  Figure,
  HeroDetails,
  HeroEffect,
  PatchDetails,
  PerkDetails,
} from "../../core/schema/details.ts";
import type { Figures, FigureValue } from "../../core/schema/figures.ts";
import type { HeroFile, HeroState, PerkState } from "../../core/schema/hero.ts";
import type { PatchChange, PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import type { Source } from "../../core/schema/values.ts";
import {
  createFigureVocabulary,
  type FigureVocabulary,
  noEffects,
  overallEffect,
} from "../history/effect.ts";
import { createOrigins, type Origin } from "../history/since.ts";
import { type ChangeWords, createChangeSentences } from "./change-sentence.ts";
import { createFamilies } from "./families.ts";
import { createGapIndex, type GapIndex, gapsAsOf } from "./gap-paths.ts";
import type { Background, Reference } from "./reference.ts";
import { createThingNames } from "./thing-names.ts";

/** A hero's figures and perks as of the reference's patch. Throws where there is no such hero. */
export function heroDetails(
  { background }: Pick<Reference, "background">,
  id: string,
): HeroDetails {
  const { hero } = rendererOf(background);
  const state = background.state.heroes.find((one) => one.id === id);
  if (state === undefined) throw new RangeError(`there is no hero ${id}`);
  return hero(state);
}

/**
 * The figures and perks of an earlier state of a hero. Their `since`, `source` and `gap` are still
 * those of the reference's patch.
 */
export function earlierDetails(
  { background }: Pick<Reference, "background">,
  state: HeroState,
): HeroDetails {
  return rendererOf(background).hero(state);
}

/** A patch's changes, with what they mean. Throws where the patch is not in the reference. */
export function patchDetails(
  { background }: Pick<Reference, "background">,
  id: string,
): PatchDetails {
  const patch = background.patches.find((one) => one.id === id);
  if (patch === undefined) throw new RangeError(`there is no patch ${id}`);
  return rendererOf(background).patch(patch);
}

/** Puts changes into sentences, as `Ana: Sleep Dart cooldown 15 → 14 s (buff)`. */
export function createSentences({
  background,
}: Pick<Reference, "background">): (change: PatchChange) => string {
  return rendererOf(background).sentence;
}

type Renderer = {
  sentence: (change: PatchChange) => string;
  hero: (state: HeroState) => HeroDetails;
  patch: (patch: PatchFile) => PatchDetails;
};

/** A renderer for each background, since it is costly to prepare. */
const renderers = new WeakMap<Background, Renderer>();

function rendererOf(background: Background): Renderer {
  const known = renderers.get(background);
  if (known !== undefined) return known;
  const vocabulary = createFigureVocabulary(background.figures);
  const gaps = createGapIndex(gapsAsOf(background.gaps, background.patch));
  const originOf = createOrigins(background.patches);
  const lastPatchOf = createLastPatches(background);
  const nameOf = createThingNames(background.state, background.patches);
  const wordsOf = createChangeSentences(nameOf, vocabulary);
  const figureOf = createFigures(vocabulary, gaps, originOf);
  const familyOf = createFamilies(background.families);
  const withFamilies = (sources: readonly Source[] = []) =>
    sources.map((source) => ({ ...source, family: familyOf(source.url) }));
  const writer = {
    sentence: (change: PatchChange) => wordsOf(change, vocabulary.effectOf(change)).text,
    hero: memoize((state: HeroState) =>
      heroOf(state, background, { figureOf, gaps, originOf, lastPatchOf, withFamilies }),
    ),
    patch: memoize((patch: PatchFile) =>
      patchOf(patch, { vocabulary, gaps, nameOf, wordsOf, withFamilies }),
    ),
  };
  renderers.set(background, writer);
  return writer;
}

/** Makes the value of each thing once. Documents and pages ask for the same things. */
function memoize<Thing extends object, Made>(make: (thing: Thing) => Made): (thing: Thing) => Made {
  const made = new WeakMap<Thing, Made>();
  return (thing) => {
    const known = made.get(thing) ?? make(thing);
    made.set(thing, known);
    return known;
  };
}

type FigureOf = (target: string, value: FigureValue, note?: string) => Figure[];

/** A figure by its target; none where the vocabulary does not know the field. */
function createFigures(vocabulary: FigureVocabulary, gaps: GapIndex, originOf: OriginOf): FigureOf {
  return (target, value, note) => {
    const field = vocabulary.fieldOf(target);
    if (field === undefined) return [];
    const origin = originOf(target);
    const source = origin?.change?.source;
    const gap = gaps.gapOf(target)?.reason;
    const key = origin?.change === undefined ? "onRecordSince" : "since";
    return [
      {
        field: field.name,
        value,
        unit: field.unit,
        ...(note && { note }),
        ...(origin && { [key]: origin.patch.id }),
        ...(source && { source }),
        ...(gap && { gap }),
      },
    ];
  };
}

type OriginOf = (target: string) => Origin | undefined;

/** Finds the newest patch that changed a hero. Default: the first one of the record. */
function createLastPatches({ patches, historyFrom }: Background): (hero: string) => string {
  const last = new Map<string, string>();
  for (const { id, changes } of patches.toReversed())
    for (const { target } of changes) last.set(target.split("/", 2).join("/"), id);
  return (hero) => last.get(`heroes/${hero}`) ?? historyFrom;
}

type WithFamilies = (sources?: readonly Source[]) => HeroDetails["sources"];

type HeroTools = {
  figureOf: FigureOf;
  gaps: GapIndex;
  originOf: OriginOf;
  lastPatchOf: (hero: string) => string;
  withFamilies: WithFamilies;
};

function heroOf(state: HeroState, background: Background, tools: HeroTools): HeroDetails {
  const { figureOf, gaps, lastPatchOf, withFamilies } = tools;
  const file = background.files.get(state.id);
  const path = `heroes/${state.id}`;
  return {
    id: state.id,
    name: state.names.en,
    patch: lastPatchOf(state.id),
    release: file?.release ?? null,
    onRecordSince: background.historyFrom,
    health: Object.entries(state.health).flatMap(([field, value]) =>
      value === 0 ? [] : figureOf(`${path}/health/${field}`, value),
    ),
    abilities: state.abilities.map(({ id, kind, name, cooldown }) => {
      const own = file?.abilities.find((ability) => ability.id === id);
      const target = `${path}/abilities/${id}`;
      return {
        id,
        kind,
        name,
        names: own?.names ?? {},
        figures: [
          ...(cooldown === null ? [] : figureOf(`${target}/cooldown`, cooldown)),
          ...figuresOf(target, state.figures?.[id], own, figureOf),
        ],
      };
    }),
    perks: (state.perks ?? []).map((perk) => perkOf(perk, path, file, tools)),
    gaps: gaps.gapsOf(path),
    sources: withFamilies(file?.sources),
  };
}

function perkOf(
  { id, tier, name, figures }: PerkState,
  hero: string,
  file: HeroFile | undefined,
  { figureOf, gaps, originOf }: HeroTools,
): PerkDetails {
  const own = file?.perks?.find((perk) => perk.id === id);
  const target = `${hero}/perks/${id}`;
  const origin = originOf(target);
  const gap = gaps.gapOf(target);
  return {
    id,
    tier,
    name,
    names: own?.names ?? {},
    effect: own?.effect ?? null,
    affects: own?.affects ?? [],
    ...(origin?.change && { since: origin.patch.id }),
    ...(origin?.change?.source && { source: origin.change.source }),
    ...(gap && { gap: gap.reason }),
    figures: figuresOf(target, figures, own, figureOf),
  };
}

type FigureNotes = Pick<HeroFile["abilities"][number], "figures" | "notes">;

/** The figures in the order of today's file, then those that today's file does not have. */
function figuresOf(
  target: string,
  figures: Figures | undefined,
  own: FigureNotes | undefined,
  figureOf: FigureOf,
): Figure[] {
  const values = figures ?? {};
  const fields = new Set([...Object.keys(own?.figures ?? {}), ...Object.keys(values)]);
  return [...fields].flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : figureOf(`${target}/${field}`, value, own?.notes?.[field]);
  });
}

type PatchTools = {
  vocabulary: FigureVocabulary;
  gaps: GapIndex;
  nameOf: (path: string) => string;
  wordsOf: (change: RecordedChange, effect: ChangeDetails["effect"]) => ChangeWords;
  withFamilies: WithFamilies;
};

function patchOf(
  patch: PatchFile,
  { vocabulary, gaps, nameOf, wordsOf, withFamilies }: PatchTools,
): PatchDetails {
  const { id, date, kind, name, sourceUrl, summary, sources } = patch;
  const changes = patch.changes.map((change): ChangeDetails => {
    const effect = vocabulary.effectOf(change);
    const { subject, unit, text } = wordsOf(change, effect);
    const { target, scope = null, note = null, source = sourceUrl } = change;
    const sides = {
      ...("from" in change ? { from: change.from } : {}),
      ...("to" in change ? { to: change.to } : {}),
    };
    return { target, ...sides, subject, unit, effect, scope, note, source, text };
  });
  const ofPatch = gaps.gapsOf(`patches/${id}`);
  return {
    id,
    date,
    kind,
    name,
    sourceUrl,
    summary,
    completeness: patch.completeness,
    heroes: heroEffects(changes, nameOf),
    changes,
    gaps: ofPatch,
    sources: withFamilies(sources),
  };
}

/** What a patch means for each hero. Changes of 6v6 alone are not counted. */
function heroEffects(
  changes: readonly ChangeDetails[],
  nameOf: (path: string) => string,
): HeroEffect[] {
  const counts = new Map<string, HeroEffect["counts"]>();
  for (const { target, effect, scope } of changes) {
    const [collection, id = ""] = target.split("/");
    if (collection !== "heroes") continue;
    const own = counts.get(id) ?? noEffects();
    counts.set(id, own);
    if (scope !== "6v6") own[effect] += 1;
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, own]) => ({
      id,
      name: nameOf(`heroes/${id}`),
      effect: overallEffect(own),
      counts: own,
    }));
}
