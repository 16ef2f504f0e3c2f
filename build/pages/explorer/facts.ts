import { patchDetails } from "../../data/details.ts";
import { type Evidence, NO_EVIDENCE } from "../../data/evidence.ts";
import { alternatives } from "../../data/gap-paths.ts";
import { monogramOf, monogramOfName } from "../../data/monogram.ts";
import type { Addresses, GameData, Reference } from "../../data/reference.ts";
import { namesOfThings } from "../../data/thing-names.ts";
import { titleOfId } from "../../data/title-of-id.ts";
import type { ChangeDetails } from "../../schema/details.ts";
import type { Patch, PatchChange, RecordedChange } from "../../schema/patch.ts";
import type { Names } from "./change-view.ts";
import { wordsOfField } from "./format.ts";
import { changesByThing, type PlainChange, type RecordedValue } from "./recorded.ts";
import { type Season, seasonsOf } from "./seasons.ts";
import { showUnit } from "./units.ts";

/** The days between which all values are drawn, and the days that are marked. */
export type TimeAxis = { from: string; to: string; marks: readonly string[] };

/** A patch, and what it changed of the thing that is asked about. */
export type Entry = { patch: Patch; changes: readonly PlainChange[] };

/**
 * The reference as the pages tell it: changes in plain values, the history of each thing, and the
 * names of everything.
 */
export type Facts = Reference & {
  /**
   * A picture's address as a page links it; `root` leads to the site's root. A picture of the site
   * is linked relatively, so that pages work below any path.
   */
  pictureOf: (address: string, root: string) => string;
  /** What a field of a figure is called. */
  labelOf: (field: string) => string;
  /** Where values were read, and how sure they are. */
  evidence: Evidence;
  /** Address of the folder of the data where corrections are made, if any. */
  repository: string | undefined;
  /** The sign of each hero, by id. */
  monograms: ReadonlyMap<string, string>;
  /** Oldest first. */
  seasons: readonly Season[];
  names: Names;
  /** Every patch with all its changes, newest first. */
  entries: readonly Entry[];
  /**
   * What patches changed of `heroes/ana`, newest first; patches that left it alone are not in it.
   */
  historyOf: (thing: string) => readonly Entry[];
  /** The days of the record, the seasons marked. */
  axis: TimeAxis;
};

/** What the pages need of the data beside the reference. */
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
  const labels = new Map(
    reference.background.figures.figures.map(({ name, label }) => [name, label] as const),
  );
  const labelOf = (field: string) => labels.get(field) ?? wordsOfField(field);
  const entries = reference.patches.map((patch) => ({
    patch,
    changes: patch.changes.map((change, at) => ({
      ...plainChange(change),
      ...meaningOf(patchDetails(reference, patch.id).changes[at], labels),
      ...aboutOf(evidence.ofChange(patch.id, change.target)),
      ...gapAt(`patches/${patch.id}/changes/${change.target}`, evidence),
    })),
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
    historyOf: (thing) => histories.get(thing) ?? [],
    axis: axisOf(reference.patches),
  };
}

function axisOf(patches: readonly Patch[]): TimeAxis {
  return {
    from: patches.at(-1)?.date ?? "",
    to: patches[0]?.date ?? "",
    marks: patches.filter(({ kind }) => kind === "season").map(({ date }) => date),
  };
}

function plainChange({ target, from, to }: PatchChange): PlainChange {
  return {
    target,
    ...(from === undefined ? {} : { from: plainValue(from) }),
    ...(to === undefined ? {} : { to: plainValue(to) }),
  };
}

/**
 * The unit and the label of a change, and on which side it stands, where the vocabulary of figures
 * says so.
 */
function meaningOf(
  details: ChangeDetails | undefined,
  labels: ReadonlyMap<string, string>,
): Pick<PlainChange, "unit" | "effect" | "label"> {
  const { unit = null, effect, target = "" } = details ?? {};
  const field = target.slice(target.lastIndexOf("/") + 1);
  const label = unit === null ? undefined : labels.get(field);
  return {
    ...(label === undefined || label === wordsOfField(field) ? {} : { label }),
    ...(unit === null ? {} : { unit: showUnit(unit) }),
    ...(effect === "buff" || effect === "nerf" ? { effect } : {}),
  };
}

/** What explains a change to a reader. */
function aboutOf(change: RecordedChange | undefined): Pick<PlainChange, "note" | "sources"> {
  const { note, scope, source, confirmedBy = [], breaks } = change ?? {};
  const words = [
    scope && `${scope} only`,
    note,
    breaks && `the old value does not follow from the record: ${breaks}`,
  ];
  const told = words.filter((word) => word !== undefined).join("; ");
  const sources = [...(source === undefined ? [] : [source]), ...confirmedBy];
  return {
    ...(told === "" ? {} : { note: told }),
    ...(sources.length === 0 ? {} : { sources }),
  };
}

/** Why exactly this value is not sure. */
function gapAt(path: string, { gapsOf }: Evidence): Pick<PlainChange, "gap"> {
  const reasons = gapsOf(path).flatMap((gap) =>
    alternatives(gap.path).includes(path) ? [gap.reason] : [],
  );
  return reasons.length === 0 ? {} : { gap: reasons.join("; ") };
}

function plainValue(value: unknown): RecordedValue {
  if (Array.isArray(value)) return value.map((element) => nameOf(element) ?? "");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return value === null ? null : true;
}

/**
 * Of heroes, maps, abilities and perks, those of former kits included; only names that an id does
 * not give away.
 */
function namesOf({ background }: Reference): Names {
  const names = [
    // the record's own word for what is no mode
    ["modes/competitive", "Competitive play"] as const,
    ...namesOfThings(background.state, background.patches),
  ];
  return Object.fromEntries(
    names
      .filter(([path, name]) => name !== titleOfId(path.slice(path.lastIndexOf("/") + 1)))
      .sort(),
  );
}

function nameOf(thing: unknown): string | undefined {
  const name: unknown =
    typeof thing === "object" && thing !== null ? Reflect.get(thing, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}
