import type { Gap, HeroDetails } from "../../core/schema/details.ts";
import type { GapsFile } from "../../core/schema/game.ts";
import type { Source } from "../../core/schema/values.ts";
import { createFamilies } from "../data/families.ts";
import type { GameData } from "../data/game-data.ts";
import { alternatives } from "../data/gap-paths.ts";
import { newestFirst } from "../history/rewind.ts";
import { createFigureVocabulary, type FigureVocabulary } from "./effect.ts";
import { createOrigins, type Origins } from "./origins.ts";

/** What the record says of values beside the values themselves, as of any patch. */
export type Evidence = Origins & {
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
};

type GameGap = GapsFile["gaps"][number];

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
  const holds = (asOf: string) => (gap: GameGap) => gap.before === undefined || asOf < gap.before;
  const plain = ({ before: _, ...gap }: GameGap): Gap => gap;
  const changedIn = new Map<string, string[]>();
  for (const { id, changes } of patches) {
    for (const thing of new Set(changes.map(({ target }) => target.split("/", 2).join("/"))))
      changedIn.set(thing, [...(changedIn.get(thing) ?? []), id]);
  }
  const familyOf = createFamilies(data.families);
  return {
    historyFrom,
    vocabulary: createFigureVocabulary(data.figures),
    ...createOrigins(patches),
    gapOf: (path, asOf) => {
      const reasons = exact
        .get(path)
        ?.filter(holds(asOf))
        .map(({ reason }) => reason);
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
    withFamilies: (sources = []) =>
      sources.map((source) => ({ ...source, family: familyOf(source.url) })),
  };
}

/** The gaps by the exact path of their value, and by the thing that they are about. */
function indexGaps(gaps: readonly GameGap[]) {
  const exact = new Map<string, GameGap[]>();
  const things = new Map<string, GameGap[]>();
  for (const gap of gaps) {
    for (const path of alternatives(gap.path)) {
      exact.set(path, [...(exact.get(path) ?? []), gap]);
      const thing = path.split("/", 2).join("/");
      const ofThing = things.get(thing) ?? [];
      if (!ofThing.includes(gap)) things.set(thing, [...ofThing, gap]);
    }
  }
  return { exact, things };
}
