import { render } from "preact";
import type { HeroDetails } from "../../../../core/schema/details.ts";
import { showNumber, titleOfId } from "../../../full/words.ts";
import { capital } from "../format.ts";
import { LessSure, LessSureKey } from "../parts/proof.tsx";
import { HeroLink } from "./choices.tsx";
import { averageOf, type Value, valuesOf } from "./data.ts";
import { loadData, pushQuery, queryValue, showData } from "./load.ts";

/** The most columns. A phone has room for three. */
const MOST = 3;

/** A row: one quantity of all columns. */
type Row = { label: string; unit: string; cells: readonly (readonly Value[])[] };

/** A kind of values, with the quantities that are of it. */
const KINDS = [
  { title: "Health", has: (label: string) => /^(health|armor|shields)$/.test(label) },
  { title: "Cooldowns", has: (label: string) => label === "cooldown" },
  { title: "Damage", has: (label: string) => /damage/.test(label) && !/reduc|taken/.test(label) },
  { title: "Healing", has: (label: string) => /heal/.test(label) },
  { title: "Ultimate", has: (label: string) => label === "ultimate cost" },
] as const;

const REST = "Other values";

/** The rows by kind. What only one hero has is a row only where its kind is not the rest. */
function sectionsOf(heroes: readonly HeroDetails[]): { title: string; rows: Row[] }[] {
  const own = heroes.map(valuesOf);
  const rows = [...new Set(own.flatMap((values) => [...values.keys()]))].map((key): Row => {
    const [label = "", unit = ""] = key.split(", ");
    return { label, unit, cells: own.map((values) => values.get(key) ?? []) };
  });
  const kindOf = ({ label }: Row) => KINDS.find(({ has }) => has(label))?.title ?? REST;
  const shared = ({ cells }: Row) => cells.filter((values) => values.length > 0).length;
  return [...KINDS.map(({ title }) => title), REST].map((title) => ({
    title,
    rows: rows
      .filter((row) => kindOf(row) === title && shared(row) >= (title === REST ? 2 : 1))
      .sort((a, b) => (title === "Health" ? 0 : shared(b) - shared(a))),
  }));
}

/** A cell: each value, a bar of their average on the scale of the row, and the average. */
function Cell({ values, unit, most }: { values: readonly Value[]; unit: string; most: number }) {
  if (values.length === 0) return <td>–</td>;
  const average = averageOf(values);
  return (
    <td>
      {values.map(({ value, of, isUnsure }) => (
        <p key={of}>
          <b>{showNumber(value)}</b> {unit} <span class="small soft">{of}</span>
          {isUnsure ? <LessSure /> : null}
        </p>
      ))}
      {most <= 0 || average < 0 ? null : (
        <svg class="bar" width="100%" height="6" aria-hidden="true">
          <rect class="track" width="100%" height="6" />
          <rect width={`${(average / most) * 100}%`} height="6" />
        </svg>
      )}
      {new Set(values.map(({ value }) => value)).size === 1 ? null : (
        <span class="small soft">
          {showNumber(average)} {unit} on average
        </span>
      )}
    </td>
  );
}

function RowOf({ row: { label, unit, cells } }: { row: Row }) {
  const averages = cells.flatMap((values) => (values.length === 0 ? [] : averageOf(values)));
  const most = averages.length === 1 ? 0 : Math.max(...averages); // nothing to compare with: no bar
  const isSame = averages.length === cells.length && new Set(averages).size === 1;
  return (
    <tr class={isSame ? "same" : "differs"}>
      <th scope="row">{capital(label)}</th>
      {cells.map((values, at) => (
        <Cell key={at} values={values} unit={unit} most={most} />
      ))}
    </tr>
  );
}

function Comparison({ heroes, faults }: { heroes: readonly HeroDetails[]; faults: string[] }) {
  const sections = sectionsOf(heroes).filter(({ rows }) => rows.length > 0);
  return (
    <>
      {faults.length === 0 ? null : <p role="alert">{faults.join(" ")}</p>}
      {heroes.length === 0 ? null : (
        <table class="side-by-side">
          <thead>
            <tr>
              <td />
              {heroes.map((hero) => (
                <th key={hero.id} scope="col">
                  <HeroLink hero={hero} />
                  <span class="label">
                    {capital(hero.role)}, {hero.subrole === null ? "none" : titleOfId(hero.subrole)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {sections.map(({ title, rows }) => (
            <tbody key={title}>
              <tr class="kind">
                <th colSpan={heroes.length + 1} scope="rowgroup">
                  {title}
                </th>
              </tr>
              {rows.map((row) => (
                <RowOf key={row.label + row.unit} row={row} />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {heroes.length === 0 ? null : <LessSureKey />}
    </>
  );
}

/** Reads `?h=ana,mercy`: the ids of the heroes to compare, each once, and what is wrong. */
function readAddress(names: ReadonlyMap<string, string>) {
  const ids = [...new Set(queryValue("h").toLowerCase().split(","))].filter((id) => id !== "");
  const known = ids.filter((id) => names.has(id));
  const unknown = ids.filter((id) => !names.has(id));
  const left = known.slice(MOST).map((id) => names.get(id));
  const faults = [
    unknown.length === 0 ? "" : `There is no hero called ${unknown.join(", ")}.`,
    left.length === 0 ? "" : `Left out, as ${MOST} columns are the most: ${left.join(", ")}.`,
  ];
  return { ids: known.slice(0, MOST), faults: faults.filter((fault) => fault !== "") };
}

function connect(box: HTMLElement, selects: readonly HTMLSelectElement[]): void {
  const options = [...(selects[0]?.options ?? [])].filter(({ value }) => value !== "");
  const names = new Map(options.map(({ value, text }) => [value, text]));
  const loaded = new Map<string, Promise<HeroDetails>>();
  const load = (id: string) => {
    const hero = loaded.get(id) ?? loadData<HeroDetails>(`details/heroes/${id}`);
    loaded.set(id, hero);
    return hero;
  };
  const show = showData(
    () => Promise.all(readAddress(names).ids.map(load)),
    box,
    "The heroes",
    (heroes) => {
      for (const [at, select] of selects.entries()) select.value = heroes[at]?.id ?? "";
      render(<Comparison heroes={heroes} faults={readAddress(names).faults} />, box);
    },
  );
  for (const select of selects)
    select.addEventListener("change", () => {
      const ids = new Set(selects.map(({ value }) => value).filter((id) => id !== ""));
      pushQuery({ h: [...ids].join(",") });
      show();
    });
}

const box = document.querySelector<HTMLElement>("#side-by-side");
const selects = document.querySelectorAll<HTMLSelectElement>("#picker select");
if (box !== null) connect(box, [...selects]);
