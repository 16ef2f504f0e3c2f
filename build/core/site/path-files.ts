import type { Manifest } from "../schema/manifest.ts";
import { NAME_SEGMENT, NAMED_FOLDERS } from "../spelling/fold.ts";

/**
 * The one rule of the site: the API path `/P` is the file `P.json`. The description's own path ends
 * in `.json` already.
 */
export function documentFile(path: string): string {
  return path.endsWith(".json") ? path.slice(1) : `${path.slice(1)}.json`;
}

/** The file of the problem that answers below a path. */
export function problemFile(path: string): string {
  return path === "/" ? "404.json" : `${path.slice(1)}/404.json`;
}

/** The file of a page for people. */
export function pageFile(path: string): string {
  return path === "/" ? "index.html" : `${path.slice(1)}.html`;
}

/** A decoded path as client libraries send it, with each segment percent-encoded as UTF-8. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** A file of a site, with the size and the checksum of its content. */
type ListedFile = { file: string; bytes: number; sha256: string };

/** Every file that a manifest lists, one for each spelling of a document, without siblings. */
export function* listedFiles({
  documents,
  problems,
  pages,
  hosts,
}: Manifest): Generator<ListedFile> {
  for (const { spellings, bytes, sha256 } of documents)
    for (const spelling of spellings) yield { file: documentFile(spelling), bytes, sha256 };
  yield* problems;
  yield* pages;
  yield* hosts;
}

type Facts = Pick<Manifest, "documents">;

/** A resource with other names than its id. Each name is there as written and folded. */
type OtherNames = { collection: string; id: string; names: string[] };

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
