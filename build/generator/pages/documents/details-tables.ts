import type { Figure, HeroDetails } from "../../../core/schema/details.ts";
import type { Background, Reference } from "../../data/reference.ts";
import { toCsv } from "../csv.ts";

const FIGURE_COLUMNS = [
  "target",
  "hero",
  "owner",
  "field",
  "label",
  "value",
  "unit",
  "note",
  "since",
  "since_is",
  "source",
  "gap",
];

/**
 * `/details/figures.csv`: a row per figure, of the heroes themselves, of abilities and of perks.
 * `source` is where the change that made the value was read, and empty where no change did: then
 * the hero's sources, which are many, hold it.
 */
export function figuresTable(heroes: readonly HeroDetails[], { background }: Reference): string {
  const labels = new Map(background.figures.figures.map(({ name, label }) => [name, label]));
  const sourceOf = createSources(background);
  const rowsOf = (hero: HeroDetails, path: string, owner: string, figures: readonly Figure[]) =>
    figures.map(({ field, value, unit, note, since, source, gap }) => [
      `heroes/${hero.id}/${path}/${field}`,
      hero.name,
      owner,
      field,
      labels.get(field),
      value,
      unit,
      note,
      ...sinceCells(since, hero),
      sourceOf({ since, source }),
      gap,
    ]);
  const rows = heroes.flatMap((hero) => [
    ...rowsOf(hero, "health", "", hero.health),
    ...hero.abilities.flatMap(({ id, name, figures }) =>
      rowsOf(hero, `abilities/${id}`, name, figures),
    ),
    ...hero.perks.flatMap(({ id, name, figures }) => rowsOf(hero, `perks/${id}`, name, figures)),
  ]);
  return toCsv(FIGURE_COLUMNS, rows);
}

const PERK_COLUMNS = [
  "target",
  "hero",
  "tier",
  "name",
  "name_ko",
  "name_zh",
  "effect",
  "affects",
  "since",
  "since_is",
  "source",
  "gap",
];

/** `/details/perks.csv`: a row per perk; `source` as in the figures. */
export function perksTable(heroes: readonly HeroDetails[], { background }: Reference): string {
  const sourceOf = createSources(background);
  const rows = heroes.flatMap((hero) =>
    hero.perks.map(({ id, tier, name, names, effect, affects, since, source, gap }) => [
      `heroes/${hero.id}/perks/${id}`,
      hero.name,
      tier,
      name,
      names["ko"],
      names["zh"],
      effect,
      affects.join(" "),
      ...sinceCells(since, hero),
      sourceOf({ since, source }),
      gap,
    ]),
  );
  return toCsv(PERK_COLUMNS, rows);
}

type Sourced = { since: string | undefined; source: string | undefined };

/** Where a value's last change was read: there, or in the notes of its patch. */
function createSources({ patches }: Background): (value: Sourced) => string | null | undefined {
  const notes = new Map(patches.map(({ id, sourceUrl }) => [id, sourceUrl]));
  return ({ since, source }) => source ?? (since === undefined ? undefined : notes.get(since));
}

/** The patch, and whether it changed the value or the record is no older. */
function sinceCells(since: string | undefined, { onRecordSince }: HeroDetails): [string, string] {
  return since === undefined ? [onRecordSince, "on record"] : [since, "changed"];
}
