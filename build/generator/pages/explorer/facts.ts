import type { HeroDetails, HeroEffect, PatchDetails } from "../../../core/schema/details.ts";
import { goneThings } from "../../documents/lists.ts";
import type { Addresses, FullGame } from "../../full/full-game.ts";
import { heroEffects } from "../../full/patches.ts";
import { patchesByThing } from "./tally.ts";

/** The first and the last day of the record. Charts draw all values between them. */
export type TimeAxis = { from: string; to: string };

/** The game as the pages show it: with the history of each thing. */
export type Facts = FullGame & {
  /**
   * The address of a picture in a page; `root` is the way to the site's root. Pictures of the site
   * itself get relative addresses, so that pages work below any path.
   */
  pictureOf: (address: string, root: string) => string;
  /** The address of the data folder in a repository that takes corrections, if there is one. */
  repository: string | undefined;
  /** What the newest season means for each hero that it changed. */
  thisSeason: readonly HeroEffect[];
  /** The patches that changed a thing such as `heroes/ana`, newest first, without other changes. */
  historyOf: (thing: string) => readonly PatchDetails[];
  /** Maps and roles of the record that are gone, such as `maps/hanamura`. They have no page. */
  gone: readonly string[];
  /** The days of the record. */
  axis: TimeAxis;
};

export function factsOf(
  full: FullGame,
  {
    baseUrl,
    hasImages = false,
    repository,
  }: Pick<Addresses, "baseUrl" | "hasImages"> & { repository?: string | undefined },
): Facts {
  const patches = full.patches.map((patch) => ({
    ...patch,
    changes: patch.changes.map((one) => ({
      ...one,
      source: one.source === patch.sourceUrl ? null : one.source,
    })),
  }));
  const histories = patchesByThing(patches);
  const newest = patches.filter(({ date }) => date >= (full.seasons.at(-1)?.from ?? ""));
  return {
    ...full,
    patches,
    repository,
    pictureOf: (address, root) => (hasImages ? address : address.replace(`${baseUrl}/`, root)),
    thisSeason: heroEffects(
      newest.flatMap(({ changes }) => changes),
      full.nameOf,
    ),
    historyOf: (thing) => histories.get(thing) ?? [],
    gone: goneThings(full),
    axis: { from: patches.at(-1)?.date ?? "", to: patches[0]?.date ?? "" },
  };
}

/** The sub-role of a hero; undefined where it has none. */
export function subroleOf({ subrole }: HeroDetails, { roles }: Facts) {
  return roles.flatMap(({ subroles }) => subroles).find(({ id }) => id === subrole);
}
