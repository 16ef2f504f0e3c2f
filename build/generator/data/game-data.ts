/*
 * data: the data folder, read (load-data.ts), checked (check-data.ts, checks/) and whole (this
 * file), with what reads it beside its values: gaps, families of sources, eras. Only load-data.ts
 * and check-data.ts touch the disk. It imports core, and of history what checks rebuild states
 * with. Everything after it may import it: history, full, documents, pages and commands.
 */

import { newestFirst } from "../../core/game/day.ts";
import type { DataLists } from "../../core/schema/collections.ts";
import type { FiguresFile } from "../../core/schema/figures.ts";
import type { Correction, GameFile, LogNamesFile, SourcesFile } from "../../core/schema/game.ts";
import type { PatchFile } from "../../core/schema/patch.ts";
import type { Source } from "../../core/schema/values.ts";
import type { WitnessFile } from "../../core/schema/witness.ts";
import type { Gap } from "./gap-paths.ts";

/** The whole data folder, once every check has passed. */
export type GameData = DataLists & {
  game: GameFile;
  patches: PatchFile[];
  figures: FiguresFile;
  gaps: readonly Gap[];
  /** Where the collections that are stored in one file were read. */
  listSources: Readonly<Record<"modes" | "roles", readonly Source[]>>;
  corrections: Correction[];
  /** Sources that copy each other. */
  families: SourcesFile["families"];
  /** What independent sources have. */
  witnesses: readonly WitnessFile[];
  logNames?: LogNamesFile | undefined;
};

/** The patches whose states can be rebuilt, newest first. */
export function offeredPatches(data: Pick<GameData, "game" | "patches">): PatchFile[] {
  return newestFirst(data.patches).filter(({ id }) => id >= data.game.historyFrom);
}

/** The expected patches that no recorded patch is, or is later than. */
export function stillExpected({ game, patches }: Pick<GameData, "game" | "patches">) {
  const { expected = [] } = game;
  return expected.filter(
    ({ kind, earliest, latest }) =>
      !patches.some(
        (patch) => patch.date > latest || (patch.kind === kind && patch.date >= earliest),
      ),
  );
}

/** Id of the newest recorded patch, as of which the data is written. */
export function newestPatch(data: Pick<GameData, "patches">): string {
  const [newest] = newestFirst(data.patches);
  if (newest === undefined) throw new Error("no patch is recorded, which is an issue");
  return newest.id;
}
