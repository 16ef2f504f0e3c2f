import type { Problem } from "../../build/core/schema/answer-shapes.ts";
import type { Manifest } from "../../build/core/schema/manifest.ts";
import { PROBLEM_DETAILS } from "../../build/core/schema/problems.ts";
import type { Steps } from "../../build/core/site/steps.ts";
import { lookupKey } from "../../build/core/spelling/fold.ts";
import { suggest } from "../../build/core/spelling/lookup.ts";
import type { Catalog } from "./catalog.ts";

/** The names below a directory, folded as for look-ups, with the id that each leads to. */
type Children = Map<string, Child>;

/** `name` is set where the folded name is that of the English name, the second spelling. */
type Child = { spelling: string; id: string; at: number; name?: string };

/** The names below each directory, by the directory's path. */
export type Directories = ReadonlyMap<string, Children>;

/** Collects the names below each directory of a site. */
export function* collectDirectories({ documents }: Manifest): Steps<Directories> {
  const directories = new Map<string, Children>();
  for (const { path, spellings } of documents) {
    const ids = path.slice(1).split("/");
    for (const [at, spelling] of spellings.entries()) {
      const segments = spelling.slice(1).split("/");
      const names = lookupKey(segments).slice(1).split("/");
      let directory = "";
      for (const [depth, segment] of segments.entries()) {
        const name = names[depth] ?? "";
        const children: Children = directories.get(directory || "/") ?? new Map();
        directories.set(directory || "/", children);
        const child: Child = children.get(name) ?? { spelling: segment, id: ids[depth] ?? "", at };
        children.set(name, at === 1 ? { ...child, name: segment } : child);
        directory += `/${name}`;
      }
      // A document is a directory too, even with nothing below it.
      if (!directories.has(directory)) directories.set(directory, new Map());
      yield;
    }
  }
  return directories;
}

/**
 * Prepares what is said of paths that do not resolve: what is wrong with one, and the nearest
 * spellings that resolve. The segments of a malformed path are undefined.
 */
export function createNotFound({ directories, manifest }: Catalog) {
  const details = new Map(manifest.problems.map(({ path, detail }) => [path, detail]));
  return (segments: readonly string[] | undefined): Pick<Problem, "detail" | "suggestions"> => {
    if (segments === undefined) return { detail: PROBLEM_DETAILS.malformedPath };
    const { directory, given } = deepest(directories, segments);
    const [, collection] = /^\/v1\/[^/]+\/([^/]+)$/.exec(directory) ?? [];
    if (collection !== undefined && given.trim() === "")
      return { detail: PROBLEM_DETAILS.noName(directory) };
    const detail =
      given === "" && segments.at(-1) === ""
        ? PROBLEM_DETAILS.trailingSlash
        : (details.get(directory) ?? PROBLEM_DETAILS.nothingBelow(directory));
    const children = directories.get(directory) ?? new Map();
    const near = suggest(given, children);
    if (near.length === 0) return { detail };
    const texts = near.map(({ spelling, id }) =>
      spelling === id ? `\`${id}\`` : `\`${spelling}\` (${id})`,
    );
    return {
      detail: `${detail} Did you mean ${texts.join(" or ")}?`,
      ...(collection !== undefined && {
        suggestions: near.map(({ id }) => ({ collection, id, name: nameOf(id, children) })),
      }),
    };
  };
}

/** The English name of what an id leads to; the id of what has none. */
function nameOf(id: string, children: Children) {
  return [...children.values()].find((one) => one.id === id && one.name)?.name ?? id;
}

/** The deepest directory of a path, and the name that the directory does not have. */
function deepest(directories: Directories, segments: readonly string[]) {
  let depth = 0;
  while (segments[depth] && directories.has(lookupKey(segments.slice(0, depth + 1)))) depth += 1;
  const directory = lookupKey(segments.slice(0, depth));
  const given = lookupKey(segments.slice(0, depth + 1)).slice(directory.length);
  return { directory, given: given.replace("/", "") };
}
