import type { AgreementFile, GapsFile } from "../../core/schema/game.ts";
import type { Completeness, RecordedChange } from "../../core/schema/patch.ts";
import type { Source } from "../../core/schema/values.ts";
import { createFamilies } from "./families.ts";
import type { GameData } from "./game-data.ts";
import { concernOf, type Gap, gapsAsOf, gapsUpTo } from "./gap-paths.ts";

/** The evidence for the values of a site: where they were read, and how sure they are. */
export type Evidence = {
  /** The day up to which sources were searched for newer patches. */
  lastChecked: string | undefined;
  /** Every gap that a reader of this state or an earlier one can meet. */
  gaps: GapsFile["gaps"];
  /** How states up to this one agree with snapshots that others published. */
  agreement?: AgreementFile;
  /** The family of a source. Sources of one family copy each other. */
  familyOf: (url: string) => string;
  /**
   * The gaps of a value and of everything below it. With `isGeneral` (default false) these are the
   * gaps with `*`, which are about all values of a kind.
   */
  gapsOf: (path: string, isGeneral?: boolean) => Gap[];
  /** The gaps of a whole collection, such as `maps`, or of one kind of value in all its things. */
  gapsOfAll: (collection: string) => Gap[];
  /**
   * Where the values of `heroes/ana`, `patches/2026-08-11` or `roles` were read, and in which data
   * file they stand.
   */
  sourcesOf: (thing: string) => { sources: readonly Source[]; file: string };
  /** What explains a recorded change. */
  ofChange: (patch: string, target: string) => RecordedChange | undefined;
  completenessOf: (patch: string) => Completeness | undefined;
};

/** The evidence of a site that describes the game as of a patch. */
export function evidenceOf(data: GameData, patch: string): Evidence {
  const changes = new Map<string, RecordedChange>();
  for (const { id, changes: own } of data.patches) {
    for (const change of own) changes.set(`${id}/${change.target}`, change);
  }
  const files = new Map<string, readonly Source[]>([
    ...data.heroes.map(({ id, sources }) => [`heroes/${id}`, sources] as const),
    ...data.maps.map(({ id, sources }) => [`maps/${id}`, sources] as const),
    ...data.patches.map(({ id, sources }) => [`patches/${id}`, sources ?? []] as const),
    ...Object.entries(data.listSources),
  ]);
  const upTo = gapsUpTo(data, patch);
  const gaps = gapsAsOf(upTo, patch);
  const snapshots = data.agreement?.snapshots.filter(({ day }) => day <= patch) ?? [];
  const concerned = gaps.map((gap) => ({ gap, concerns: concernOf(gap) }));
  return {
    lastChecked: data.game.lastChecked,
    gaps: upTo,
    ...(data.agreement && { agreement: { ...data.agreement, snapshots } }),
    familyOf: createFamilies(data.families),
    gapsOf: (path, isGeneral = false) =>
      concerned.filter(({ concerns }) => concerns(path, isGeneral)).map(({ gap }) => gap),
    gapsOfAll: (name) => gaps.filter(({ path }) => path === name || path.startsWith(`${name}/*`)),
    sourcesOf: (thing) => ({ sources: files.get(thing) ?? [], file: `${thing}.json` }),
    ofChange: (id, target) => changes.get(`${id}/${target}`),
    completenessOf: (id) => data.patches.find((one) => one.id === id)?.completeness,
  };
}

/** No evidence at all, for pages that are made from a reference alone. */
export const NO_EVIDENCE: Evidence = {
  lastChecked: undefined,
  gaps: [],
  familyOf: createFamilies([]),
  gapsOf: () => [],
  gapsOfAll: () => [],
  sourcesOf: (thing) => ({ sources: [], file: `${thing}.json` }),
  ofChange: () => undefined,
  completenessOf: () => undefined,
};
