import type { Figure, HeroDetails } from "../../core/schema/details.ts";
import { toCsv } from "../../core/site/csv.ts";
import type { FullGame } from "../full/full-game.ts";

/** A row by its columns. All rows of a table have the same columns. */
type Row = Readonly<Record<string, unknown>>;

/**
 * `/details/figures.csv`: a row per figure of heroes, abilities and perks. `source` is where the
 * change that made the value was read. It is empty where no patch changed the value. `families`
 * are the independent sources that have the value.
 */
export function figuresTable({ heroes }: FullGame): string {
  const rowsOf = (hero: HeroDetails, path: string, owner: string, figures: readonly Figure[]) =>
    figures.map((figure) => ({
      target: `heroes/${hero.id}/${path}/${figure.field}`,
      hero: hero.name,
      owner,
      field: figure.field,
      label: figure.label,
      value: figure.value,
      unit: figure.unit,
      note: figure.note,
      ...evidenceOf(figure, hero),
      families: figure.sure?.families.join(" "),
    }));
  return tableOf(
    heroes.flatMap((hero) => [
      ...rowsOf(hero, "health", "", hero.health),
      ...hero.abilities.flatMap(({ id, name, figures }) =>
        rowsOf(hero, `abilities/${id}`, name, figures),
      ),
      ...hero.perks.flatMap(({ id, name, figures }) => rowsOf(hero, `perks/${id}`, name, figures)),
    ]),
  );
}

/** `/details/perks.csv`: a row per perk; `source` as in the figures. */
export function perksTable({ heroes }: FullGame): string {
  return tableOf(
    heroes.flatMap((hero) =>
      hero.perks.map((perk) => ({
        target: `heroes/${hero.id}/perks/${perk.id}`,
        hero: hero.name,
        tier: perk.tier,
        name: perk.name,
        name_ko: perk.names["ko"],
        name_zh: perk.names["zh"],
        effect: perk.effect,
        affects: perk.affects.join(" "),
        ...evidenceOf(perk, hero),
      })),
    ),
  );
}

/** The columns about the last change of a value, or about the begin of the record. */
function evidenceOf(
  { since, onRecordSince, source, gap }: Partial<Omit<Figure, "field" | "value">>,
  hero: HeroDetails,
): Row {
  return {
    since: since ?? onRecordSince ?? hero.onRecordSince,
    since_is: since === undefined ? "on record" : "changed",
    source,
    gap,
  };
}

function tableOf(rows: readonly Row[]): string {
  return toCsv(Object.keys(rows[0] ?? {}), rows.map(Object.values));
}
