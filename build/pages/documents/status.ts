import type { GameData, Reference } from "../../data/reference.ts";
import { newestFirst } from "../../history/rewind.ts";
import { COLLECTION_NAMES } from "../../schema/collections.ts";
import type { Site } from "../../site/site.ts";

/**
 * Adds `/status.json`: which patch the site describes, how far back states can be rebuilt, up to
 * which day sources were searched, how complete the record of each patch is, and how many gaps are
 * on record by collection. It holds no clock: whether the newest patch is recent enough is the
 * reader's to judge.
 */
export function addStatus(
  site: Site,
  reference: Reference,
  { game, gaps, patches }: Pick<GameData, "game" | "gaps" | "patches">,
): void {
  const collections = [...COLLECTION_NAMES, "patches"];
  const countOf = (collection: string) =>
    gaps.filter(({ path }) => path === collection || path.startsWith(`${collection}/`)).length;
  const status = {
    game: game.id,
    patch: reference.patch,
    historyFrom: game.historyFrom,
    lastChecked: game.lastChecked,
    completeness: Object.fromEntries(
      newestFirst(patches.filter(({ id }) => id <= reference.patch)).map(({ id, completeness }) => [
        id,
        completeness,
      ]),
    ),
    gaps: Object.fromEntries(collections.map((collection) => [collection, countOf(collection)])),
  };
  site.addFile("/status.json", "application/json", `${JSON.stringify(status, null, 2)}\n`);
}
