import type { Reference } from "../data/reference.ts";
import type { Figure, HeroDetails } from "../schema/details.ts";
import { toCsv } from "./csv.ts";

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

/** `/details/figures.csv`: a row per figure, of the heroes themselves, of abilities and of perks. */
export function figuresTable(heroes: readonly HeroDetails[], { background }: Reference): string {
  const labels = new Map(background.figures.figures.map(({ name, label }) => [name, label]));
  const notes = new Map(background.patches.map(({ id, sourceUrl }) => [id, sourceUrl]));
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
      source ?? notes.get(since ?? "") ?? hero.sources[0]?.url,
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

/** `/details/perks.csv`: a row per perk. */
export function perksTable(heroes: readonly HeroDetails[]): string {
  const rows = heroes.flatMap((hero) =>
    hero.perks.map(({ id, tier, name, names, effect, affects, since, gap }) => [
      `heroes/${hero.id}/perks/${id}`,
      hero.name,
      tier,
      name,
      names["ko"],
      names["zh"],
      effect,
      affects.join(" "),
      ...sinceCells(since, hero),
      hero.sources[0]?.url,
      gap,
    ]),
  );
  return toCsv(PERK_COLUMNS, rows);
}

/** The patch, and whether it changed the value or the record is no older. */
function sinceCells(since: string | undefined, { onRecordSince }: HeroDetails): [string, string] {
  return since === undefined ? [onRecordSince, "on record"] : [since, "changed"];
}
