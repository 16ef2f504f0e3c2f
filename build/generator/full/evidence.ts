import { newestFirst } from "../../core/game/day.ts";
import { alternatives } from "../../core/game/gap-paths.ts";
import { grouped } from "../../core/grouped.ts";
import type { HeroDetails } from "../../core/schema/details.ts";
import type { Source } from "../../core/schema/values.ts";
import { createFamilies } from "../data/checks/sources.ts";
import type { GameData } from "../data/game-data.ts";
import type { Gap } from "../data/gap-paths.ts";
import { createFigureVocabulary, type FigureVocabulary } from "./effect.ts";
import { createOrigins, type Origins } from "./origins.ts";
import { createSureness, type Sureness } from "./sure.ts";

/** What the record says of values beside the values themselves, as of any patch. */
export type Evidence = Origins &
  Pick<Sureness, "sureOf"> & {
    historyFrom: string;
    vocabulary: FigureVocabulary;
    /** Why exactly this value is not sure. Gaps with `*` are left out, as they name no value. */
    gapOf: (path: string, asOf: string) => string | undefined;
    /** Every gap of a thing, such as `heroes/ana`, and of what is in it. */
    gapsOf: (thing: string, asOf: string) => Gap[];
    /** A name for all patches between which a thing has the same gaps. */
    epochOf: (thing: string, asOf: string) => string;
    /** Every gap of a thing, also those of older states. */
    allGapsOf: (thing: string, upTo: string) => Gap[];
    /** The newest patch that changed a thing. Default: the first one of the record. */
    lastPatchOf: (thing: string, asOf: string) => string;
    withFamilies: (sources?: readonly Source[]) => HeroDetails["sources"];
    /** Where the values of a list were read. */
    sourcesOf: (list: keyof GameData["listSources"]) => HeroDetails["sources"];
  };

const known = new WeakMap<GameData, Evidence>();

/** Prepares the evidence of data for many look-ups. */
export function evidenceOf(data: GameData): Evidence {
  const evidence = known.get(data) ?? makeEvidence(data);
  known.set(data, evidence);
  return evidence;
}

function makeEvidence(data: GameData): Evidence {
  const patches = newestFirst(data.patches);
  const { historyFrom } = data.game;
  const { exact, things } = indexGaps(data.gaps);
  const holds = (asOf: string) => (gap: Gap) => gap.before === undefined || asOf < gap.before;
  const plain = ({ before: _, ...gap }: Gap): Gap => gap;
  const changedIn = grouped(
    patches.flatMap(({ id, changes }) =>
      changes.map(({ target }) => [target.split("/", 2).join("/"), id] as const),
    ),
  );
  const familyOf = createFamilies(data.families);
  const withFamilies: Evidence["withFamilies"] = (own = []) =>
    own.map((one) => ({ ...one, family: familyOf(one.url) }));
  const { sureOf, isDisputed } = createSureness(data, familyOf);
  return {
    historyFrom,
    vocabulary: createFigureVocabulary(data.figures),
    ...createOrigins(patches),
    sureOf,
    gapOf: (path, asOf) => {
      const isOfState = (gap: Gap) => holds(asOf)(gap) && (!gap.differs || isDisputed(path, asOf));
      const reasons = exact.get(path)?.flatMap((gap) => (isOfState(gap) ? [gap.reason] : []));
      return reasons?.join("; ") || undefined;
    },
    gapsOf: (thing, asOf) => (things.get(thing) ?? []).filter(holds(asOf)).map(plain),
    allGapsOf: (thing, upTo) =>
      (things.get(thing) ?? []).map(({ before, ...gap }) =>
        before === undefined || before > upTo ? gap : { ...gap, before },
      ),
    epochOf: (thing, asOf) => `${things.get(thing)?.filter(holds(asOf)).length ?? 0}`,
    lastPatchOf: (thing, asOf) =>
      changedIn.get(thing)?.find((patch) => patch <= asOf) ?? historyFrom,
    withFamilies,
    sourcesOf: (list) => withFamilies(data.listSources[list]),
  };
}

/** The gaps by the exact path of their value, and by the thing that they are about. */
function indexGaps(gaps: readonly Gap[]) {
  const byPath = gaps.map((gap) => ({ gap, paths: alternatives(gap.path) }));
  const thingsOf = (paths: readonly string[]) =>
    new Set(paths.flatMap((path) => [2, 4].map((depth) => path.split("/", depth).join("/"))));
  return {
    exact: grouped(byPath.flatMap(({ gap, paths }) => paths.map((path) => [path, gap] as const))),
    things: grouped(
      byPath.flatMap(({ gap, paths }) =>
        [...thingsOf(paths)].map((thing) => [thing, gap] as const),
      ),
    ),
  };
}
