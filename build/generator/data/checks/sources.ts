import picomatch from "picomatch";
import { newestFirst } from "../../../core/game/day.ts";
import type { SourcesFile } from "../../../core/schema/game.ts";
import type { PatchFile } from "../../../core/schema/patch.ts";
import type { Source } from "../../../core/schema/values.ts";
import { alternatives } from "../gap-paths.ts";
import { figuresOf } from "../hero-numbers.ts";
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
    ...checkWitnesses(data),
    ...checkLoneFigures(data),
  ];
}

/** The files that list their sources. */
export function sourcedFiles({ heroes, maps, patches, roles, modes }: LoadedData) {
  return [heroes, maps, patches, roles ?? [], modes ?? []].flat();
}

/** The family in `sources.json` whose word needs no second one. */
const PUBLISHER = "publisher";

/**
 * A figure of today whose newest change cites one family, which is not the publisher, has a gap. A
 * gap of a lone source is not needed where that change, to today's value, has better evidence: a
 * step that the publisher printed, or two families.
 */
function checkLoneFigures({ gaps, heroes, patches, sources }: LoadedData): Issue[] {
  if (gaps === undefined) return []; // gaps that cannot be read may explain any of them
  const familyOf = createFamilies(sources?.value.families ?? []);
  const unsure = new Map(
    gaps.value.gaps.flatMap(({ path, before, only }, at) =>
      before === undefined ? alternatives(path).map((one) => [one, { only, at }] as const) : [],
    ),
  );
  const unseen = new Map(figuresOf({ heroes }).map(({ target, value }) => [target, value]));
  return newestFirst(patches.map(({ file, value }) => ({ file, ...value }))).flatMap(
    ({ file, changes, sourceUrl }) =>
      changes.flatMap(({ target, from, to, source, confirmedBy = [], scope }, at): Issue[] => {
        const value = unseen.get(target);
        if (scope === "6v6" || !unseen.delete(target)) return [];
        const cited = new Set([source ?? sourceUrl ?? "", ...confirmedBy].map(familyOf));
        const isPrinted = cited.has(PUBLISHER) && from !== undefined;
        const gap = unsure.get(target);
        if (gap?.only && to === value && (cited.size > 1 || isPrinted)) {
          const message = `${target}: its newest change cites ${[...cited]}; remove the gap`;
          const path = ["gaps", gap.at, "path"];
          return [{ code: "needless-gap", file: gaps.file, path, message }];
        }
        if (cited.size > 1 || cited.has(PUBLISHER) || gap || source === undefined) return [];
        const message =
          `${target}: only ${[...cited]} has this value; add a further source to ` +
          '"confirmedBy", or list the target in gaps.json';
        return [{ code: "one-family", file, path: ["changes", at, "source"], message }];
      }),
  );
}

/** A further source of a change does not copy the first one. */
function checkWitnesses({ patches, sources }: LoadedData): Issue[] {
  const familyOf = createFamilies(sources?.value.families ?? []);
  return patches.flatMap(({ file, value: { changes, sourceUrl } }) =>
    changes.flatMap(({ source = sourceUrl, confirmedBy = [] }, at) => {
      const known = new Set(source === null ? [] : [familyOf(source)]);
      return confirmedBy.flatMap((url, index): Issue[] => {
        const family = familyOf(url);
        if (!known.has(family)) {
          known.add(family);
          return [];
        }
        const path = ["changes", at, "confirmedBy", index];
        const message =
          `${url} belongs to the family "${family}", like a source before it, so it adds no ` +
          "independent evidence; remove it";
        return [{ code: "same-family", file, path, message }];
      });
    }),
  );
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
  return value.changes.flatMap(({ source, confirmedBy }, at) => {
    const cited = [
      ...(source === undefined ? [] : [{ url: source, path: ["changes", at, "source"] }]),
      ...(confirmedBy ?? []).map((url, index) => ({
        url,
        path: ["changes", at, "confirmedBy", index],
      })),
    ];
    return cited
      .filter(({ url }) => mayChange(url) && !dated.has(url))
      .map(({ url, path }) => ({
        code: "source",
        file,
        path,
        message:
          `${url} may change; list it in the patch's "sources" with the date of the state that ` +
          "was read",
      }));
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
  return (url) => {
    const address = url.replace(/^https?:\/\//, "").replace(/\/$/, "");
    const [host = "", owner, repository] = address.split("/");
    const own = host === "github.com" ? `${owner}/${repository}` : host;
    return listed.find(({ matches }) => matches(address))?.name ?? own;
  };
}
