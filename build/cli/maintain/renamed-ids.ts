import type { GameState } from "../../core/schema/collections.ts";
import { nearest } from "../../core/spelling/nearest.ts";
import type { Issue } from "../../generator/data/issue.ts";
import type { LoadedData } from "../../generator/data/load-data.ts";
import { allThings } from "../../generator/data/things.ts";

/** An id that was edited, and the problems that follow from it. */
export type RenamedId = { issue: Issue; isFollowed: (issue: Issue) => boolean };

/**
 * Ids of abilities, perks, heroes and maps that the baseline has in a similar spelling. An id never
 * changes, so a new one beside one that is gone is a typing error, which causes many problems.
 */
export function renamedIds(before: GameState, data: LoadedData): RenamedId[] {
  const old = new Map(listsIn(before).map(({ list, ids }) => [list, ids]));
  return allThings(data).flatMap(({ target, file, path, value }) => {
    const [collection = "", id = ""] = target.split("/");
    const lists = [
      { list: collection, ids: [id], path },
      ...(["abilities", "perks"] as const).map((list) => ({
        list: `${target}/${list}`,
        ids: idsOf(Reflect.get(value, list)),
        path: [...path, list],
      })),
    ];
    return lists.flatMap(({ list, ids, path: place }) =>
      ids.flatMap((given, at): RenamedId[] => {
        const known = old.get(list) ?? [];
        if (known.includes(given)) return [];
        const today = list === collection ? idsOf(allThings(data).map((one) => one.value)) : ids;
        const gone = known.filter((one) => !today.includes(one));
        const [was] = nearest(given, gone);
        if (was === undefined) return [];
        const message =
          `${list}: "${given}" used to be "${was}", and an id must not change; ` +
          `undo the change`;
        const own = list === collection ? [...place, "id"] : [...place, at, "id"];
        const issue = { code: "renamed-id", file, path: own, message };
        const isFollowed = (other: Issue) =>
          [`${list}/${given}`, `${list}/${was}`, `"${given}"`, `"${was}"`].some((text) =>
            `${other.message} `.includes(text),
          ) ||
          (other.code === "unrecorded" && other.message.startsWith(`${list} `));
        return [{ issue, isFollowed }];
      }),
    );
  });
}

function listsIn(state: GameState): { list: string; ids: string[] }[] {
  return Object.entries(state).flatMap(([collection, things]) => [
    { list: collection, ids: idsOf(things) },
    ...things.flatMap((thing) =>
      (["abilities", "perks"] as const).map((list) => ({
        list: `${collection}/${thing.id}/${list}`,
        ids: idsOf(Reflect.get(thing, list)),
      })),
    ),
  ]);
}

function idsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(({ id }: { id: string }) => id) : [];
}
