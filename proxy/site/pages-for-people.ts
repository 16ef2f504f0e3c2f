import { fold, lookupKey } from "../../build/core/spelling/fold.ts";
import type { Catalog } from "./catalog.ts";

/** The path of the 404 page for people. */
export const NOT_FOUND_PAGE = "/not-found";

/**
 * Prepares the search for the page that a path may have meant: in any letter case, with a slash or
 * `.html` at the end, and heroes and maps by all their names.
 */
export function createFindPage({ manifest, documents }: Catalog) {
  let pages: ReadonlyMap<string, string> | undefined; // made late, as most callers are programs
  return (segments: readonly string[]) => {
    pages ??= new Map(
      manifest.pages
        .filter(({ type }) => type.startsWith("text/html"))
        .map(({ path }) => [fold(path), path]),
    );
    const named = withoutEnding(segments);
    const page = pages.get(fold(`/${named.join("/")}`));
    if (page !== undefined) return page;
    const [collection = "", name = "", ...rest] = named;
    const folder = fold(collection);
    if (rest.length > 0 || !["heroes", "maps"].includes(folder)) return undefined;
    const found = documents.get(lookupKey(["v1", manifest.game, folder, name]))?.path ?? "";
    return pages.get(found.replace(`/v1/${manifest.game}`, ""));
  };
}

/** Segments without slashes and `.html` at the end. `index` is the folder itself. */
function withoutEnding(segments: readonly string[]) {
  const named = segments.filter((segment) => segment !== "");
  const last = named.pop();
  if (last === undefined) return [];
  const name = last.replace(/\.html$/i, "");
  return name === "index" ? named : [...named, name];
}
