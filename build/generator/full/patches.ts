import { countEffects, splitChanges } from "../../core/game/effects.ts";
import { isKit } from "../../core/game/targets.ts";
import { isOfficial } from "../../core/game/words.ts";
import { grouped } from "../../core/grouped.ts";
import type {
  ChangeDetails,
  HeroEffect,
  HeroSide,
  PatchDetails,
} from "../../core/schema/details.ts";
import type { PatchFile, RecordedChange, Side, SingleEffect } from "../../core/schema/patch.ts";
import type { Source } from "../../core/schema/values.ts";
import { partChanges } from "../history/changes-between.ts";
import { wordsOfChange } from "./change-words.ts";
import { overallEffect } from "./effect.ts";
import type { Evidence } from "./evidence.ts";
import { summaryOfHero } from "./hero-summary.ts";

/** So many heroes make the same change one that is shared. */
const MANY = 5;

/** What each pellet of a shot does, and how many there are. */
const PELLET = /\/pellet(Count$|Damage)/;

/** Completes patches: each change with its words, its unit, its effect, its sources and its gap. */
export function createFullPatches(
  evidence: Evidence,
  nameOf: (path: string, asOf: string) => string,
): (patch: PatchFile) => PatchDetails {
  const { vocabulary, gapOf, gapsOf, sureOf, withFamilies } = evidence;

  /**
   * A pellet has no side where the whole shot has the other one, nor what came or went with its
   * hero, ability or perk.
   */
  const effectIn = (rows: readonly Row[], change: Row): SingleEffect => {
    const { target } = change;
    const effect = vocabulary.effectOf(change);
    const around = rows.filter((one) => target.startsWith(`${one.target}/`));
    if (around.some(({ to }) => to === undefined)) return "gone";
    if (around.some(({ from }) => from === undefined)) return "new";
    const shot = rows.find((one) => one.target === target.replace(PELLET, "/damage"));
    const both = [effect, shot && vocabulary.effectOf(shot)];
    return both.includes("buff") && both.includes("nerf") ? "neutral" : effect;
  };

  const changeOf = (
    patch: PatchFile,
    change: Row,
    effect: SingleEffect,
    isShared: boolean,
  ): ChangeDetails => {
    const nameThen = (path: string) => nameOf(path, patch.id);
    const { text, ...words } = wordsOfChange(change, effect, nameThen, vocabulary);
    const { target, scope = null, note = null, source = patch.sourceUrl } = change;
    return {
      target,
      ...("from" in change ? { from: change.from } : {}),
      ...("to" in change ? { to: change.to } : {}),
      ...words,
      effect,
      scope,
      rule: change.rule,
      shared: isShared || undefined,
      inside: change.inside,
      note,
      per: change.per,
      readAs: change.readAs,
      source,
      sure: scope === "6v6" ? undefined : sureOf(target, patch.id),
      breaks: change.breaks,
      gap: gapOf(`patches/${patch.id}/changes/${target}`, patch.id),
      text,
    };
  };

  return (patch) => {
    const { id, date, kind, name, sourceUrl, summary, revised, completeness } = patch;
    const isRead = sourceUrl === null ? completeness.state !== "complete" : isOfficial(sourceUrl);
    const rows = patch.changes.flatMap((change) => [change, ...rowsInside(change)]);
    const shared = sharedOf(rows);
    const changes = rows.map((row) => changeOf(patch, row, effectIn(rows, row), shared.has(row)));
    return {
      id,
      date,
      kind,
      name,
      sourceUrl,
      summary,
      revised,
      completeness: isRead ? completeness : { state: "unknown" },
      heroes: heroEffects(changes, (path) => nameOf(path, id)),
      changes,
      unexplained: patch.unexplained ?? [],
      gaps: gapsOf(`patches/${id}`, id),
      sources: withFamilies(sourcesOf(patch)),
    };
  };
}

/** The sources of a patch as a whole, then further ones of its changes. */
function sourcesOf({ sourceUrl, changes, sources = [] }: PatchFile): readonly Source[] {
  const known = new Set(sources.map(({ url }) => url));
  const ofChanges = changes.flatMap(({ source }) => source ?? sourceUrl ?? []);
  const further = [...new Set(ofChanges)].filter((url) => !known.has(url)).sort();
  return [...sources, ...further.map((url) => ({ url }))];
}

/** A recorded change, or a value that the change of a whole kit contains. */
type Row = RecordedChange & { inside?: string };

/** The values that a change of a whole kit contains, without descriptions. */
function rowsInside({ target, from, to, note: _, ...change }: RecordedChange): Row[] {
  if (!isKit(target) || !Array.isArray(from) || !Array.isArray(to)) return [];
  return (partChanges(from, to, target) ?? [])
    .filter((value) => !value.target.endsWith("/description"))
    .map((value) => ({ ...change, ...value, inside: target }));
}

/** The changes that follow a rule, and those of a field and step that many heroes have. */
function sharedOf(rows: readonly Row[]): ReadonlySet<Row> {
  const alike = grouped(rows.map((row) => [stepOf(row), row]));
  alike.delete(undefined);
  const heroesOf = (some: readonly Row[]) =>
    new Set(some.map(({ target }) => target.split("/")[1]));
  const many = [...alike.values()].filter((some) => heroesOf(some).size >= MANY);
  return new Set([...rows.filter(({ rule }) => rule !== undefined), ...many.flat()]);
}

/** The field of a hero's value and its step; undefined for other changes, and with a rule. */
function stepOf({ target, from, to, rule }: Row): string | undefined {
  const [collection, , ...fields] = target.split("/");
  const isStep = from !== undefined && to !== undefined && !Array.isArray(to);
  if (collection !== "heroes" || fields.length === 0 || !isStep || rule !== undefined)
    return undefined;
  const step =
    typeof from === "number" && typeof to === "number"
      ? Math.round((to - from) * 1_000)
      : `${from} ${to}`;
  return `${fields.at(-1)} ${step}`;
}

/** What the changes of a patch, or of several from the oldest on, mean for their heroes, by id. */
export function heroEffects(
  changes: readonly ChangeDetails[],
  nameOf: (path: string) => string,
): HeroEffect[] {
  const ofHeroes = changes.filter(({ target }) => target.startsWith("heroes/"));
  const heroes = grouped(ofHeroes.map((change) => [change.target.split("/")[1] ?? "", change]));
  return [...heroes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, all]) => {
      const { own, shared, in6v6 } = splitChanges(all);
      const side = sideOf(`heroes/${id}`, own) ?? (shared.length > 0 ? "shared" : "other");
      return {
        id,
        name: nameOf(`heroes/${id}`),
        side,
        effect: side === "new" ? "new" : overallEffect(countEffects(own)),
        own: countEffects(own),
        shared: countEffects(shared),
        in6v6: countEffects(in6v6),
        summary: summaryOfHero(all.filter(({ target }) => !isKit(target))),
      };
    });
}

/** The same for lists, without empty counts of what is shared. */
export function heroSides(effects: readonly HeroEffect[]): HeroSide[] {
  return effects.map(({ shared, ...hero }) =>
    Object.keys(shared).length === 0 ? hero : { ...hero, shared },
  );
}

/** The side of a hero by its own changes; undefined without any. */
function sideOf(hero: string, own: readonly ChangeDetails[]): Side | undefined {
  const whole = own.find(({ target }) => target === hero);
  if (whole !== undefined) return whole.to === undefined ? "removed" : "new";
  if (own.some(({ target }) => isKit(target))) return "reworked";
  const { buff, nerf } = countEffects(own);
  if (buff && nerf) return "mixed";
  if (buff) return "buffed";
  if (nerf) return "nerfed";
  return own.length > 0 ? "other" : undefined;
}
