import { holdsFor, wordsOfField } from "../../core/game/words.ts";
import type { Figure, HeroDetails } from "../../core/schema/details.ts";
import { toCsv } from "../../core/site/csv.ts";
import type { FullGame } from "../full/full-game.ts";

/** A row by its columns. All rows of a table have the same columns. */
type Row = Readonly<Record<string, unknown>>;

/** An ability or a perk, or the health of a hero, which has no name. */
type Part = Pick<HeroDetails["abilities"][number], "figures" | "key" | "unknown"> & {
  name?: string;
};

/**
 * `/details/figures.csv`: a row per figure of heroes, abilities and perks, and one without a value
 * per figure that is not known, whose reason is in `gap`. `source` is where the change that made
 * the value was read. It is empty where no patch changed the value. `families` are the independent
 * sources that have the value.
 */
export function figuresTable({ heroes, patches, vocabulary }: FullGame): string {
  const patchNames = new Map(patches.map(({ id, name }) => [id, name]));
  const rowsOf = (hero: HeroDetails, path: string, part: Part) => {
    const unknown = Object.entries(part.unknown ?? {}).map(([field, gap]): Partial<Figure> => {
      const { label = wordsOfField(field), unit = "none" } = vocabulary.fieldOf(field) ?? {};
      return { field, label, unit, gap };
    });
    return [...part.figures, ...unknown].map((figure) => {
      const isKnown = figure.value !== undefined;
      const evidence = evidenceOf(figure, hero);
      return {
        target: `heroes/${hero.id}/${path}/${figure.field}`,
        hero: hero.name,
        role: hero.role,
        owner: part.name,
        key: part.key,
        field: figure.field,
        label: figure.label,
        value: figure.value,
        unit: figure.unit,
        note: holdsFor(figure),
        ...evidence,
        ...(!isKnown && { since: undefined, since_is: "not known" }),
        since_name: isKnown ? patchNames.get(String(evidence["since"])) : undefined,
        families: figure.sure?.families.join(" "),
      };
    });
  };
  return tableOf(
    heroes.flatMap((hero) => [
      ...rowsOf(hero, "health", { figures: hero.health }),
      ...hero.abilities.flatMap((part) => rowsOf(hero, `abilities/${part.id}`, part)),
      ...hero.perks.flatMap((part) => rowsOf(hero, `perks/${part.id}`, part)),
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
