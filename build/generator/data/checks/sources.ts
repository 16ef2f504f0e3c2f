import picomatch from "picomatch";
import type { SourcesFile } from "../../../core/schema/game.ts";
import type { PatchFile } from "../../../core/schema/patch.ts";
import type { Source } from "../../../core/schema/values.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData, Sourced } from "../load-data.ts";

/** Whether the page at an address may change. A file at a commit never does. */
export function mayChange(url: string): boolean {
  return !PERMANENT.test(url);
}

const PERMANENT = /^https:\/\/github\.com\/[^/]+\/[^/]+\/(blob|tree)\/[0-9a-f]{40}\//;

/**
 * A source that may change has the day of the state that was read. None appears twice in a list.
 */
export function checkSources(data: LoadedData): Issue[] {
  return [
    ...sourcedFiles(data).flatMap(({ file, value }) => checkList(file, value.sources ?? [])),
    ...data.patches.flatMap(checkChangeSources),
  ];
}

/** The files that list their sources. */
export function sourcedFiles({ heroes, maps, patches, roles, modes }: LoadedData) {
  return [heroes, maps, patches, roles ?? [], modes ?? []].flat();
}

function checkList(file: string, sources: readonly Source[]): Issue[] {
  const first = new Map<string, number>();
  return sources.flatMap(({ url, date }, at): Issue[] => {
    const report = (message: string): Issue[] => [
      { code: "source", file, path: ["sources", at], message },
    ];
    const earlier = first.get(url);
    if (earlier !== undefined) return report(`${url} is already listed at [${earlier}]; keep one`);
    first.set(url, at);
    if (date !== undefined || !mayChange(url)) return [];
    return report(
      `${url} may change; set "date" to the date of the version that was read, or use a commit ` +
        "in the address",
    );
  });
}

/** Where a change names its own source, and the page may change, the patch's sources date it. */
function checkChangeSources({ file, value }: Sourced<PatchFile>): Issue[] {
  const dated = new Set(value.sources?.map(({ url }) => url));
  return value.changes.flatMap(({ source }, at): Issue[] => {
    if (source === undefined || !mayChange(source) || dated.has(source)) return [];
    const message =
      `${source} may change; list it in the patch's "sources" with the date of the state that ` +
      "was read";
    return [{ code: "source", file, path: ["changes", at, "source"], message }];
  });
}

/**
 * Finds the family of an address: sources of one family copy each other, so they are one witness.
 * An address of no listed family is its own: its repository on GitHub, else its host.
 */
export function createFamilies(families: SourcesFile["families"]): (url: string) => string {
  const listed = families.map(({ name, sources }) => ({
    name,
    matches: picomatch(sources.map((source) => `${source}{,/**}`)),
  }));
  const known = new Map<string, string>();
  const familyOf = (url: string) => {
    const address = url.replace(/^https?:\/\//, "").replace(/\/$/, "");
    const [host = "", owner, repository] = address.split("/");
    const own = host === "github.com" ? `${owner}/${repository}` : host;
    return listed.find(({ matches }) => matches(address))?.name ?? own;
  };
  return (url) => {
    const family = known.get(url) ?? familyOf(url);
    known.set(url, family);
    return family;
  };
}
