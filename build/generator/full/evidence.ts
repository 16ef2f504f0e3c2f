import { newestFirst } from "../../core/game/day.ts";
import { thingOf } from "../../core/game/targets.ts";
import { grouped } from "../../core/grouped.ts";
import { onceFor } from "../../core/once.ts";
import type { Source } from "../../core/schema/values.ts";
import { createFamilies } from "../data/checks/sources.ts";
import type { GameData } from "../data/game-data.ts";
import type { Gap } from "../data/gap-paths.ts";
import { createFigureVocabulary } from "./effect.ts";
import { createOrigins } from "./origins.ts";
import { createSureness } from "./sure.ts";

/** What the record says of values beside the values themselves, as of any patch. */
export type Evidence = ReturnType<typeof makeEvidence>;

/** Prepares the evidence of data for many look-ups. */
export const evidenceOf = onceFor(makeEvidence);

function makeEvidence(data: GameData) {
  const patches = newestFirst(data.patches);
  const { historyFrom } = data.game;
  const { exact, things } = indexGaps(data.gaps);
  const changedIn = grouped(
    patches.flatMap(({ id, changes }) =>
      changes.map(({ target }) => [thingOf(target), id] as const),
    ),
  );
  const familyOf = createFamilies(data.families);
  const { sureOf, isDisputed } = createSureness(data);
  const holds = (asOf: string) => (gap: Gap) => gap.before === undefined || asOf < gap.before;
  const holding = (thing: string, asOf: string) => (things.get(thing) ?? []).filter(holds(asOf));
  const withFamilies = (sources: readonly Source[] = []) =>
    sources.map((one) => ({ ...one, family: familyOf(one.url) }));
  return {
    historyFrom,
    vocabulary: createFigureVocabulary(data.figures),
    ...createOrigins(patches),
    sureOf,
    /** Why exactly this value is not sure. Gaps with `*` are left out, as they name no value. */
    gapOf: (path: string, asOf: string) =>
      exact
        .get(path)
        ?.filter((gap) => holds(asOf)(gap) && (!gap.differs || isDisputed(path, asOf)))
        .map(({ reason }) => reason)
        .join("; ") || undefined,
    /** Every gap of a thing, such as `heroes/ana`, and of what is in it. */
    gapsOf: (thing: string, asOf: string): Gap[] =>
      holding(thing, asOf).map(({ before: _, open: __, ...gap }) => gap),
    /** Every gap of a thing, also those of older states. */
    allGapsOf: (thing: string, upTo: string): Gap[] =>
      (things.get(thing) ?? []).map(({ before, open: _, ...gap }) =>
        before === undefined || before > upTo ? gap : { ...gap, before },
      ),
    /** A name for all patches between which a thing has the same gaps. */
    epochOf: (thing: string, asOf: string) => `${holding(thing, asOf).length}`,
    /** The newest patch that changed a thing. Default: the first one of the record. */
    lastPatchOf: (thing: string, asOf: string) =>
      changedIn.get(thing)?.find((patch) => patch <= asOf) ?? historyFrom,
    withFamilies,
    /** Where the values of a list were read. */
    sourcesOf: (list: keyof GameData["listSources"]) => withFamilies(data.listSources[list]),
  };
}

/** The gaps by the exact path of their value, and by the thing that they are about. */
function indexGaps(gaps: readonly Gap[]) {
  const thingsOf = ({ path }: Gap) =>
    new Set([2, 4].map((depth) => path.split("/", depth).join("/")));
  return {
    exact: grouped(gaps.map((gap) => [gap.path, gap])),
    things: grouped(gaps.flatMap((gap) => [...thingsOf(gap)].map((thing) => [thing, gap]))),
  };
}
