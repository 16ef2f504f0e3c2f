import type { Manifest } from "../schema/manifest.ts";
import { NAME_SEGMENT, NAMED_FOLDERS } from "../spelling/fold.ts";

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

/** A file beside the API, such as `/details/heroes/lucio.json`, whose hero has other names. */
export type FileBeside = OtherNames & {
  /** The path by the id, or by another name. */
  pathOf: (name: string) => string;
};

/**
 * The files beside the API about resources with other names. They are there under the id alone, as
 * copies for every name would double a site. Hosts that can lead each other name to them.
 */
export function filesBeside(facts: Facts): FileBeside[] {
  const paths = new Set(facts.documents.map(({ path }) => path));
  const named = otherNames(facts);
  return NAMED_FOLDERS.flatMap((folder) =>
    named.flatMap((one) => {
      const pathOf = (name: string) => `/${folder}/${one.collection}/${name}.json`;
      return paths.has(pathOf(one.id)) ? [{ ...one, pathOf }] : [];
    }),
  );
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split("/");
}
