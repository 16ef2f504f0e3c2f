import type { ChangeDetails } from "../../../core/schema/details.ts";
import type { Patch, PatchChange, RecordedChange } from "../../../core/schema/patch.ts";
import { patchDetails } from "../../data/details.ts";
import { type Evidence, NO_EVIDENCE } from "../../data/evidence.ts";
import { alternatives } from "../../data/gap-paths.ts";
import { monogramOf, monogramOfName } from "../../data/monogram.ts";
import type { Addresses, GameData, Reference } from "../../data/reference.ts";
import { namesOfThings } from "../../data/thing-names.ts";
import { titleOfId } from "../../data/title-of-id.ts";
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
  /** The day before which a value is unknown or contradicted, by target. */
  unknownBefore: ReadonlyMap<string, string>;
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
  const labels = new Map(
    reference.background.figures.figures.map(({ name, label }) => [name, label] as const),
  );
  const labelOf = (field: string) => labels.get(field) ?? wordsOfField(field);
  const entries = reference.patches.map((patch) => ({
    patch,
    changes: patch.changes.map((change, at) => ({
      ...plainChange(change),
      ...meaningOf(patchDetails(reference, patch.id).changes[at], labels),
      ...noteAndSourcesOf(evidence.ofChange(patch.id, change.target)),
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
    unknownBefore: new Map(
      reference.background.patches
        .toReversed()
        .flatMap(({ date, unexplained = [] }) =>
          unexplained.flatMap(({ changes }) =>
            changes.map(({ target }) => [target, date] as const),
          ),
        ),
    ),
    entries,
    gone: [...histories.keys()].filter((thing) => isGone(thing, reference)),
    historyOf: (thing) => histories.get(thing) ?? [],
    axis: axisOf(reference.patches),
  };
}

function isGone(thing: string, { heroes, maps, roles }: Reference): boolean {
  const [collection = "", id] = thing.split("/");
  const things = { heroes, maps, roles }[collection];
  return things?.every((one) => one.id !== id) ?? false;
}

function axisOf(patches: readonly Patch[]): TimeAxis {
  return {
    from: patches.at(-1)?.date ?? "",
    to: patches[0]?.date ?? "",
  };
}

function plainChange({ target, from, to }: PatchChange): PlainChange {
  return {
    target,
    ...(from === undefined ? {} : { from: plainValue(from) }),
    ...(to === undefined ? {} : { to: plainValue(to) }),
  };
}

/** The unit and the label of a change, and whether it is a buff or a nerf, if that is known. */
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

/** The note and the sources of a change. */
function noteAndSourcesOf(
  change: RecordedChange | undefined,
): Pick<PlainChange, "note" | "sources"> {
  const { note, scope, source, confirmedBy = [], breaks } = change ?? {};
  const words = [
    scope && `${scope} only`,
    note,
    breaks && `the old value does not follow from the record: ${breaks}`,
  ];
  const text = words.filter((word) => word !== undefined).join("; ");
  const sources = [...(source === undefined ? [] : [source]), ...confirmedBy];
  return {
    ...(text === "" ? {} : { note: text }),
    ...(sources.length === 0 ? {} : { sources }),
  };
}

/** Why this very value is not sure. */
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
 * The names of heroes, maps, abilities and perks, also those of former kits. Names that follow from
 * the id are left out.
 */
function namesOf({ background }: Reference): Names {
  const names = [
    // the record uses these paths, although they are no modes
    ["modes/all", "All modes"] as const,
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
