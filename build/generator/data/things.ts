import {
  COLLECTION_NAMES,
  type CollectionName,
  type DataLists,
} from "../../core/schema/collections.ts";
import type { Issue } from "./issue.ts";
import type { LoadedData } from "./load-data.ts";

/** A thing of a collection, and where it is in the data. */
export type LoadedThing = { file: string; path: Issue["path"]; value: { id: string } };

/** The things of a collection that could be read, from its folder or its one file. */
export function thingsOf(data: LoadedData, name: CollectionName): LoadedThing[] {
  const loaded = data[name];
  if (loaded === undefined) return [];
  if (Array.isArray(loaded)) return loaded.map(({ file, value }) => ({ file, path: [], value }));
  const list: { id: string }[] = Reflect.get(loaded.value, name);
  return list.map((value, at) => ({ file: loaded.file, path: [name, at], value }));
}

/** The `id` of a value; undefined where it has none. */
export function idOf(value: unknown): string | undefined {
  const id: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, "id") : undefined;
  return typeof id === "string" ? id : undefined;
}

/** The values of each collection's things. */
export function listsOf(data: LoadedData): DataLists {
  return Object.fromEntries(
    COLLECTION_NAMES.map((name) => [name, thingsOf(data, name).map(({ value }) => value)]),
  ) as DataLists;
}

/** The things of all collections, each with its target, such as `heroes/ana`. */
export function allThings(data: LoadedData): (LoadedThing & { target: string })[] {
  return COLLECTION_NAMES.flatMap((name) =>
    thingsOf(data, name).map((thing) => ({ ...thing, target: `${name}/${thing.value.id}` })),
  );
}
