import type { ChangeDetails } from "../../../core/schema/details.ts";
import type { Ability } from "../../../core/schema/hero.ts";
import type { Patch, PatchChange, RecordedChange } from "../../../core/schema/patch.ts";
import { patchDetails } from "../../data/details.ts";
import { type Evidence, NO_EVIDENCE } from "../../data/evidence.ts";
import { alternatives } from "../../data/gap-paths.ts";
import { monogramOf, monogramOfName } from "../../data/monogram.ts";
import type { Addresses, GameData, Reference } from "../../data/reference.ts";
import { namesOfThings } from "../../data/thing-names.ts";
import { titleOfId } from "../../data/title-of-id.ts";
import { createFigureVocabulary, type FigureVocabulary } from "../../history/effect.ts";
import type { Names } from "./change-view.ts";
import { wordsOfField } from "./format.ts";
import { changesByThing, type PlainChange, type RecordedValue } from "./recorded.ts";
import { type Season, seasonsOf } from "./seasons.ts";
import { showUnit } from "./units.ts";

/** The first and the last day of the record. Charts draw all values between them. */
export type TimeAxis = { from: string; to: string };

/** A patch and its changes: all of them, or those of one thing. */
export type Entry = { patch: Patch; changes: readonly PlainChange[] };

/**
 * The reference as the pages show it: changes with plain values, the history of each thing, and all
 * names.
 */
export type Facts = Reference & {
  /**
   * The address of a picture in a page; `root` is the way to the site's root. Pictures of the site
   * itself get relative addresses, so that pages work below any path.
   */
  pictureOf: (address: string, root: string) => string;
  /** The words for a field of a figure. */
  labelOf: (field: string) => string;
  /** The sources of the values, and how sure the values are. */
  evidence: Evidence;
  /** The address of the data folder in a repository that takes corrections, if there is one. */
  repository: string | undefined;
  /** The monogram of each hero, by id. */
  monograms: ReadonlyMap<string, string>;
  /** Oldest first. */
  seasons: readonly Season[];
  names: Names;
  /** Every patch with all its changes, newest first. */
  entries: readonly Entry[];
  /** The patches that changed a thing such as `heroes/ana`, newest first. */
  historyOf: (thing: string) => readonly Entry[];
  /** Maps and roles of the record that are gone, such as `maps/hanamura`. They have no page. */
  gone: readonly string[];
  /** The days of the record. */
  axis: TimeAxis;
};

/** The part of the data that the pages need beside the reference. */
export type PageData = Pick<GameData, "heroes">;

export function factsOf(
  reference: Reference,
  data: PageData,
  {
    baseUrl,
    hasImages = false,
    evidence = NO_EVIDENCE,
    repository,
  }: Pick<Addresses, "baseUrl" | "hasImages"> & {
    evidence?: Evidence;
    repository?: string | undefined;
  },
): Facts {
  const vocabulary = createFigureVocabulary(reference.background.figures);
  const labelOf = (field: string) => vocabulary.fieldOf(field)?.label ?? wordsOfField(field);
  const plain = createPlainChanges(reference, evidence, vocabulary, labelOf);
  const entries = reference.patches.map((patch) => ({ patch, changes: plain(patch) }));
  const histories = new Map<string, Entry[]>();
  for (const { patch, changes } of entries) {
    for (const [thing, own] of changesByThing(changes)) {
      histories.set(thing, [...(histories.get(thing) ?? []), { patch, changes: own }]);
    }
  }
  return {
    ...reference,
    labelOf,
    evidence,
    repository,
    pictureOf: (address, root) => (hasImages ? address : address.replace(`${baseUrl}/`, root)),
    monograms: new Map([
      ...reference.heroes.map(({ id, name }) => [id, monogramOfName(name)] as const),
      ...data.heroes.map((hero) => [hero.id, monogramOf(hero)] as const),
    ]),
    seasons: seasonsOf(reference.patches),
    names: namesOf(reference),
    entries,
    gone: [...histories.keys()].filter((thing) => isGone(thing, reference)),
    historyOf: (thing) => histories.get(thing) ?? [],
    axis: { from: reference.patches.at(-1)?.date ?? "", to: reference.patches[0]?.date ?? "" },
  };
}

function isGone(thing: string, { heroes, maps, roles }: Reference): boolean {
  const [collection = "", id] = thing.split("/");
  const things = { heroes, maps, roles }[collection];
  return things?.every((one) => one.id !== id) ?? false;
}

/** Makes the changes of a patch plain. Those of a kit are followed by those of its cooldowns. */
function createPlainChanges(
  reference: Reference,
  { ofChange, gapsOf }: Evidence,
  { effectOf }: FigureVocabulary,
  labelOf: Facts["labelOf"],
): (patch: Patch) => PlainChange[] {
  const plain = (
    patch: string,
    { target, from, to }: PatchChange,
    { unit = null, effect }: Partial<ChangeDetails> = {},
    { note, scope, source, confirmedBy = [], breaks }: Partial<RecordedChange> = {},
  ): PlainChange => {
    const field = target.split("/").slice(2).at(-1) ?? "";
    const label = labelOf(field);
    const words = [
      scope && `${scope} only`,
      note,
      breaks && `the old value does not follow from the record: ${breaks}`,
    ].filter((word) => word !== undefined);
    const sources = [...(source === undefined ? [] : [source]), ...confirmedBy];
    const path = `patches/${patch}/changes/${target}`;
    const gaps = gapsOf(path).filter((gap) => alternatives(gap.path).includes(path));
    return {
      target,
      from: plainValue(from),
      to: plainValue(to),
      label: label === wordsOfField(field) ? undefined : label,
      unit: unit === null ? undefined : showUnit(unit),
      effect: effect === "buff" || effect === "nerf" ? effect : undefined,
      note: words.join("; ") || undefined,
      sources: sources.length === 0 ? undefined : sources,
      gap: gaps.map(({ reason }) => reason).join("; ") || undefined,
    };
  };
  return ({ id, changes }) => {
    const details = patchDetails(reference, id).changes;
    return changes.flatMap((change, at) => {
      const recorded = ofChange(id, change.target);
      const { note: _, ...unsaid } = recorded ?? {};
      return [
        plain(id, change, details[at], recorded),
        ...cooldownsOf(change).map((own) =>
          plain(id, own, { unit: "s", effect: effectOf(own) }, unsaid),
        ),
      ];
    });
  };
}

/** The cooldowns in a change of a whole kit, for abilities that both kits have. */
function cooldownsOf({ target, from, to }: PatchChange): PatchChange[] {
  if (!target.endsWith("/abilities") || !Array.isArray(from) || !Array.isArray(to)) return [];
  return from.flatMap(({ id, cooldown }: Ability) => {
    const now = to.find((ability: Ability) => ability.id === id);
    return now === undefined || now.cooldown === cooldown
      ? []
      : [{ target: `${target}/${id}/cooldown`, from: cooldown, to: now.cooldown }];
  });
}

function plainValue(value: unknown): RecordedValue | undefined {
  if (Array.isArray(value)) return value.map((element) => String(Object(element).name ?? ""));
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return value === null || value === undefined ? value : true;
}

/**
 * The names of heroes, maps, abilities and perks, also those of former kits. Names that follow from
 * the id are left out.
 */
function namesOf({ background }: Reference): Names {
  return Object.fromEntries(
    [...namesOfThings(background.state, background.patches)]
      .filter(([path, name]) => name !== titleOfId(path.slice(path.lastIndexOf("/") + 1)))
      .sort(),
  );
}
