import { LRUCache } from "lru-cache";
import { isDay, PATCH_KINDS } from "../../build/core/game/day.ts";
import { PROBLEM_DETAILS } from "../../build/core/schema/problems.ts";
import { sha256Of } from "../../build/core/site/digest.ts";
import type { Catalog } from "./catalog.ts";
import { documentInMemory, type SiteDocument } from "./document.ts";

/** The size of the cache of filtered lists, compressed forms included. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;

const FILTERS = ["since", "until", "kind"] as const;

type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/**
 * Prepares the patch list of a site. `select` gives the document for a query, or the `detail` of a
 * 400.
 */
export function createPatchList(catalog: Catalog) {
  const path = `/v1/${catalog.manifest.game}/patches`;
  const whole = catalog.documents.get(path);
  if (whole === undefined) throw new Error("a catalog has a patch list");
  const { data, meta } = catalog.patches;
  const known = new LRUCache<string, SiteDocument>({ maxSize: MAX_CACHE_BYTES });

  const selected = ({ since = "", until = "9999", kind }: Filters): SiteDocument => {
    const patches = data.filter(
      (patch) =>
        patch.date >= since && patch.date <= until && (kind === undefined || patch.kind === kind),
    );
    const count = patches.length;
    if (count === data.length) return whole;
    // Patches of a kind are a range, so its ends decide which they are.
    const key = count === 0 ? "" : [kind, patches[0]?.id, patches.at(-1)?.id].join();
    const same = known.get(key);
    if (same !== undefined) return same;
    const list = { data: patches, meta: { ...meta, count } };
    const body = Buffer.from(`${JSON.stringify(list, null, 2)}\n`);
    // The whole list and the range decide the text, whose own checksum would take longest.
    const sha256 = sha256Of(Buffer.from(whole.etag("identity") + key));
    const content = { path, contentType: "application/json", sha256 };
    const document = documentInMemory(content, body);
    known.set(key, document, { size: 2 * body.length + key.length });
    return document;
  };

  return {
    path,
    select: (query: string) => {
      if (query === "") return whole;
      const read = readFilters(query);
      return "detail" in read ? read : selected(read.filters);
    },
  };
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
    const [isValid, expected] =
      name === "kind"
        ? [PATCH_KINDS.some((kind) => kind === value), `one of ${PATCH_KINDS.join(", ")}`]
        : [isDay(value), "a calendar date written YYYY-MM-DD, such as 2026-08-11"];
    if (more.length > 0) faults.push(PROBLEM_DETAILS.repeatedParameter(name, more.length + 1));
    else if (!isValid) faults.push(PROBLEM_DETAILS.unknownValue(name, value, expected));
  }
  return faults.length > 0 ? { detail: PROBLEM_DETAILS.badQuery(faults) } : { filters };
}
