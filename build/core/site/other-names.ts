import type { Manifest } from "../schema/manifest.ts";
import { DETAILS_NAME_SEGMENT, NAME_SEGMENT } from "../spelling/fold.ts";

type Facts = Pick<Manifest, "documents">;

/** A resource with other names than its id. Each name is there as written and folded. */
export type OtherNames = { collection: string; id: string; names: string[] };

/** All resources of the API that have other names. */
export function otherNames({ documents }: Facts): OtherNames[] {
  return documents.flatMap(({ path, spellings }) => {
    const { length, [NAME_SEGMENT - 1]: collection, [NAME_SEGMENT]: id } = segmentsOf(path);
    if (length !== NAME_SEGMENT + 1 || collection === undefined || id === undefined) return [];
    const names = spellings
      .map((spelling) => segmentsOf(spelling)[NAME_SEGMENT] ?? "")
      .filter((name) => name !== id);
    return names.length === 0 ? [] : [{ collection, id, names }];
  });
}

/**
 * The resources with other names that have details. The details are a file under the id alone,
 * `/details/heroes/lucio.json`. Hosts that can lead each other name to it.
 */
export function namesOfDetails(facts: Facts): OtherNames[] {
  const detailed = new Set(
    facts.documents
      .map(({ path }) => segmentsOf(path))
      .filter(({ length, 0: first }) => first === "details" && length > DETAILS_NAME_SEGMENT)
      .map((segments) => segments.slice(1).join("/")),
  );
  return otherNames(facts).filter(({ collection, id }) => detailed.has(`${collection}/${id}.json`));
}

/** The path of details, by id or by another name. */
export function detailsPath(collection: string, name: string): string {
  return `/details/${collection}/${name}.json`;
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split("/");
}
