import type { ChangeDetails, PatchDetails } from "../../../core/schema/details.ts";
import type { Ability } from "../../../core/schema/hero.ts";
import type { PatchChange } from "../../../core/schema/patch.ts";
import type { Reference } from "../../documents/contract.ts";
import type { FigureVocabulary } from "../../full/effect.ts";
import type { GameEvidence } from "../../full/evidence.ts";
import type { Addresses, FullGame } from "../../full/full-game.ts";
import { type Season, seasonsOf } from "../../full/seasons.ts";
import { titleOfId } from "../../full/thing-names.ts";
import type { Names } from "./change-view.ts";
import { showUnit, wordsOfField } from "./format.ts";
import { changesByThing, type PlainChange, type RecordedValue } from "./recorded.ts";

/** The first and the last day of the record. Charts draw all values between them. */
export type TimeAxis = { from: string; to: string };

/** A patch and its changes: all of them, or those of one thing. */
export type Entry = { patch: PatchDetails; changes: readonly PlainChange[] };

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
  evidence: GameEvidence;
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

export function factsOf(
  reference: Reference,
  {
    baseUrl,
    hasImages = false,
    repository,
  }: Pick<Addresses, "baseUrl" | "hasImages"> & {
    repository?: string | undefined;
  },
): Facts {
  const { full } = reference;
  const { vocabulary } = full;
  const labelOf = (field: string) => vocabulary.fieldOf(field)?.label ?? wordsOfField(field);
  const entries = full.patches.map((patch) => ({
    patch,
    changes: plainChanges(patch, labelOf, vocabulary.effectOf),
  }));
  const histories = new Map<string, Entry[]>();
  for (const { patch, changes } of entries) {
    for (const [thing, own] of changesByThing(changes)) {
      histories.set(thing, [...(histories.get(thing) ?? []), { patch, changes: own }]);
    }
  }
  return {
    ...reference,
    labelOf,
    evidence: full.evidence,
    repository,
    pictureOf: (address, root) => (hasImages ? address : address.replace(`${baseUrl}/`, root)),
    monograms: new Map(full.heroes.map(({ id, monogram }) => [id, monogram])),
    seasons: seasonsOf(reference.patches),
    names: namesOf(full),
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
function plainChanges(
  { sourceUrl, changes }: PatchDetails,
  labelOf: Facts["labelOf"],
  effectOf: FigureVocabulary["effectOf"],
): PlainChange[] {
  const plain = (change: ChangeDetails): PlainChange => {
    const { target, from, to, unit, effect, scope, note, source, breaks, gap } = change;
    const field = target.split("/").slice(2).at(-1) ?? "";
    const label = labelOf(field);
    const words = [
      scope && `${scope} only`,
      note,
      breaks && `the old value does not follow from the record: ${breaks}`,
    ].filter((word) => word);
    const own = source === null || source === sourceUrl ? [] : [source];
    const sources = [...own, ...(change.confirmedBy ?? [])];
    return {
      target,
      from: plainValue(from),
      to: plainValue(to),
      label: label === wordsOfField(field) ? undefined : label,
      unit: unit === null ? undefined : showUnit(unit),
      effect: effect === "buff" || effect === "nerf" ? effect : undefined,
      note: words.join("; ") || undefined,
      sources: sources.length === 0 ? undefined : sources,
      gap,
    };
  };
  return changes.flatMap((change) => [
    plain(change),
    ...cooldownsOf(change).map((own) =>
      plain({ ...change, ...own, unit: "s", effect: effectOf(own), note: null, gap: undefined }),
    ),
  ]);
}

/** The cooldowns in a change of a whole kit, for abilities that both kits have. */
function cooldownsOf({ target, from, to }: ChangeDetails): Required<PatchChange>[] {
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

/** All names, also those of former kits. Names that follow from the id are left out. */
function namesOf({ names }: FullGame): Names {
  return Object.fromEntries(
    [...names]
      .filter(([path, name]) => name !== titleOfId(path.slice(path.lastIndexOf("/") + 1)))
      .sort(),
  );
}
