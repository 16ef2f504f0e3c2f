import { LRUCache } from "lru-cache";
import { isDay } from "../../build/core/schema/day.ts";
import { PATCH_KINDS } from "../../build/core/schema/patch-kinds.ts";
import { PROBLEM_DETAILS } from "../../build/core/schema/problem-details.ts";
import { sha256Of } from "../../build/core/site/digest.ts";
import { ENTRY_BYTES } from "../entries.ts";
import type { Catalog } from "./catalog.ts";
import { documentInMemory, encodeNow, type SiteDocument } from "./document.ts";

/** The size of each of the two caches of filtered lists, compressed forms included. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;

/** A filtered list, with the bytes that it takes in memory. */
type Selected = { document: SiteDocument; bytes: number };

const FILTERS = ["since", "until", "kind"] as const;

type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/** The patch list. `answer` gives the document for a query, or the `detail` of a 400. */
export type PatchList = {
  path: string;
  answer: (query: string) => SiteDocument | { detail: string };
};

/** Prepares the patch list of a site. */
export function createPatchList(catalog: Catalog): PatchList {
  const { manifest, documents } = catalog;
  const path = `/v1/${manifest.game}/patches`;
  const whole = documents.get(path);
  if (whole === undefined) throw new Error("a catalog has a patch list");
  const byQuery = createCache();
  const byPatches = createCache();

  const select = (filters: Filters): Selected => {
    const { data, meta } = catalog.patches;
    const { since = "", until = "9999", kind } = filters;
    const chosen = data.filter(
      ({ date, kind: own }) =>
        date >= since && date <= until && (kind === undefined || own === kind),
    );
    if (chosen.length === data.length) return { document: whole, bytes: 0 };
    const key = chosen.map(({ id }) => id).join();
    const known = byPatches.get(key);
    if (known !== undefined) return known;
    const body = Buffer.from(
      `${JSON.stringify({ data: chosen, meta: { ...meta, count: chosen.length } }, null, 2)}\n`,
    );
    const about = { path, contentType: "application/json", sha256: sha256Of(body) };
    const selected = { document: documentInMemory(about, body, encodeNow), bytes: 2 * body.length };
    byPatches.set(key, selected);
    return selected;
  };

  return {
    path,
    answer: (query) => {
      if (query === "") return whole;
      const known = byQuery.get(query);
      if (known !== undefined) return known.document;
      const read = readFilters(query);
      if ("detail" in read) return read;
      const selected = select(read.filters);
      byQuery.set(query, selected);
      return selected.document;
    },
  };
}

function createCache(): LRUCache<string, Selected> {
  return new LRUCache({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes + key.length + ENTRY_BYTES,
  });
}

/**
 * Parses the filters of a query. Unknown parameters are ignored. The detail names each known one
 * that is empty, repeated or not valid.
 */
function readFilters(query: string): { filters: Filters } | { detail: string } {
  const parameters = new URLSearchParams(query);
  const filters: Filters = {};
  const faults: string[] = [];
  for (const name of FILTERS) {
    const [value, ...more] = parameters.getAll(name);
    if (value === undefined) continue;
    filters[name] = value;
    const expected =
      name === "kind"
        ? `one of ${PATCH_KINDS.join(", ")}`
        : "a calendar date written YYYY-MM-DD, such as 2026-08-11";
    if (more.length > 0) faults.push(PROBLEM_DETAILS.repeatedParameter(name, more.length + 1));
    else if (!isValid(name, value))
      faults.push(PROBLEM_DETAILS.unknownValue(name, value, expected));
  }
  return faults.length > 0 ? { detail: PROBLEM_DETAILS.badQuery(faults) } : { filters };
}

function isValid(name: (typeof FILTERS)[number], value: string): boolean {
  return name === "kind" ? PATCH_KINDS.some((kind) => kind === value) : isDay(value);
}
