import { render } from "preact";
import { showNumber, titleOfId, wordsOfField } from "../../../../core/game/words.ts";
import type { HeroDetails } from "../../../../core/schema/details.ts";
import { capital, count } from "../format.ts";
import { percent } from "../parts/balance-chart.tsx";
import { LessSure, LessSureKey } from "../parts/proof.tsx";
import { HeroLink } from "./choices.tsx";
import { averageOf, quantityOf, type Value, valuesOf } from "./data.ts";
import { loadData, pushQuery, queryValue, showData } from "./load.ts";

const box = document.querySelector<HTMLElement>("#side-by-side");

/** The most columns. A phone has room for three. */
const MOST = 3;

/** A row: one kind of value of all columns. `unknown` are parts whose value is not on record. */
type Row = {
  /** A field, `health`, or `AVERAGE`. */
  quantity: string;
  label: string;
  cells: readonly { values: readonly Value[]; unknown: readonly string[] }[];
  /** How many heroes have such a value; more than all for the rows that come first. */
  rank: number;
};

/** What a hero's health is made of, beside the rest. */
const POOLS = ["armor", "shields"];

const AVERAGE = "average";

/** The rows that come first. They are open even if only one hero has such a value. */
const FIRST = [
  "health",
  "armor",
  "shields",
  "cooldown",
  AVERAGE,
  "damage",
  "damagePerSecond",
  "healing",
  "healingPerSecond",
  "ultimateCost",
  "fireRate",
  "ammo",
  "reloadTime",
];

/** Fields of damage and healing of a part of an ability, such as `explosionDamage`. */
const OF_PART = /^(?!self|min)(\w*?)(damage|healing)(Max|OverTime|PerBullet)?(PerSecond)?$/i;

/**
 * A hero's values by kind, with the average of the cooldowns; highest first and those of perks
 * last. `explosion damage` is damage, noted as `explosion`, unless it is 0.
 */
function kindsOf(hero: HeroDetails): ReadonlyMap<string, readonly Value[]> {
  const kinds = new Map<string, Value[]>();
  for (const [quantity, values] of valuesOf(hero)) {
    if (quantity === "cooldown" && values[0] && unknownOf(hero, quantity).length === 0) {
      const about = {
        label: "average cooldown (without perks)",
        of: "",
        note: "",
        isUnsure: false,
      };
      kinds.set(AVERAGE, [{ ...values[0], ...about, value: averageOf(values) }]);
    }
    for (const value of values) {
      const ofPart = value.value === 0 ? null : OF_PART.exec(value.field);
      const [, before = "", what, after = ""] = ofPart ?? [];
      const kind = what === undefined ? quantity : what.toLowerCase() + (value.unit && "PerSecond");
      const label = what === undefined ? value.label : wordsOfField(kind);
      const place = after === "Max" ? "maximum" : after;
      const words = [before, place].map((part) => wordsOfField(part).toLowerCase());
      const notes = new Set([...words, ...value.note.split(", ")]);
      const note = [...notes].filter(Boolean).join(", ");
      const all = kinds.get(kind) ?? [];
      const twin = all.find((one) => one.value === value.value && one.note === note);
      if (twin === undefined) all.push({ ...value, label, note });
      else twin.of += `, ${value.of}`;
      all.sort((a, b) => Number(a.isPerk) - Number(b.isPerk) || b.value - a.value);
      kinds.set(kind, all);
    }
  }
  return kinds;
}

/** The parts of a hero that have or may have such a value, but the record does not say which. */
function unknownOf({ abilities, perks }: HeroDetails, quantity: string): string[] {
  const hasUnknown = ({ unknown = {} }: HeroDetails["abilities" | "perks"][number]) =>
    Object.keys(unknown).some((field) => quantityOf(field) === quantity);
  return [...abilities, ...perks].filter(hasUnknown).map(({ name }) => name);
}

/** The first rows, then what most of the heroes have. */
function rowsOf(heroes: readonly HeroDetails[]): Row[] {
  const own = heroes.map(kindsOf);
  const keys = new Set([...FIRST, ...own.flatMap((kinds) => [...kinds.keys()])]);
  const rows = [...keys].flatMap((quantity): Row[] => {
    const cells = heroes.map((hero, at) => ({
      values: own[at]?.get(quantity) ?? [],
      unknown: unknownOf(hero, quantity === AVERAGE ? "cooldown" : quantity),
    }));
    const holders = cells.filter(({ values }) => values.length > 0).length;
    const rank = FIRST.includes(quantity) ? MOST + 1 : holders;
    const [first] = cells.flatMap(({ values }) => values);
    if (first === undefined) return [];
    const label = first.unit === "%" ? `${first.label} in %` : first.label;
    return [{ quantity, label, cells, rank }];
  });
  return rows.sort((a, b) => b.rank - a.rank);
}

/**
 * A row. Where each hero has one number, it has bars and differences. In the first rows, the best
 * is marked; the page names the fields of which less is better.
 */
function RowOf({ row: { quantity, label, cells, rank } }: { row: Row }) {
  const numbers = cells.flatMap(({ values }) =>
    values.length === 1 ? values.map(({ value }) => value) : [],
  );
  const canCompare = numbers.length === cells.length;
  const less = [AVERAGE, ...(box?.dataset["less"]?.split(" ") ?? [])];
  const isDecided = canCompare && rank > MOST && new Set(numbers).size > 1;
  const best = isDecided ? Math[less.includes(quantity) ? "min" : "max"](...numbers) : undefined;
  const [first = 0] = numbers;
  return (
    <tr>
      <th scope="row">{POOLS.includes(quantity) ? `Of which ${label}` : capital(label)}</th>
      {cells.map(({ values, unknown }, at) => (
        <td key={at}>
          {values.length + unknown.length === 0 ? "–" : null}
          {values.map(({ value, unit, of, note, isUnsure }) => (
            <p key={note + value}>
              <span>
                <b>{showNumber(value)}</b>
                {unit}
                {isUnsure ? <LessSure /> : null}
              </span>{" "}
              <span class="small soft">
                {canCompare && at > 0 ? <b>{difference(value - first)} </b> : null}
                {value === best ? <span class="tag">better</span> : null}{" "}
                {[of, note].filter(Boolean).join(", ")}
              </span>
            </p>
          ))}
          {canCompare && Math.min(...numbers) >= 0 ? (
            <svg class="health" width="100%" height="6" aria-hidden="true">
              <rect
                class="standard"
                width={percent((numbers[at] ?? 0) / Math.max(1e-9, ...numbers))}
                height="6"
              />
            </svg>
          ) : null}
          {unknown.map((name) => (
            <p key={name}>
              <span>not known</span> <span class="small soft">{name}</span>
            </p>
          ))}
        </td>
      ))}
    </tr>
  );
}

/** `+25`, `−2.5` or `same`. */
function difference(step: number): string {
  const by = Math.round(step * 1000) / 1000;
  return by === 0 ? "same" : (by > 0 ? "+" : "") + showNumber(by);
}

function Table({ heroes, rows }: { heroes: readonly HeroDetails[]; rows: readonly Row[] }) {
  return (
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
      <tbody>
        {rows.map((row, at) => (
          <RowOf key={at} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** What two heroes have is open, with the rows that come first. What only one has is folded. */
function Comparison({ heroes }: { heroes: readonly HeroDetails[] }) {
  const [first] = heroes;
  if (first === undefined) return <p class="lead">Choose two or three heroes.</p>;
  if (heroes.length < 2) return <p class="lead">Choose a hero to compare {first.name} with.</p>;
  const rows = rowsOf(heroes);
  const alone = rows.filter(({ rank }) => rank === 1);
  return (
    <>
      <Table heroes={heroes} rows={rows.filter(({ rank }) => rank > 1)} />
      <details>
        <summary>What only one of them has: {count(alone.length, "more row")}</summary>
        <Table heroes={heroes} rows={alone} />
      </details>
      <LessSureKey />
      <p class="small soft">
        Differences are to {first.name}. What a value rests on, and what has no number, is on the
        page of the hero.
      </p>
    </>
  );
}

/** Reads `?h=ana,mercy`: the ids of the heroes to compare, each once, and unknown ones. */
function readAddress(names: ReadonlyMap<string, string>) {
  const ids = [...new Set(queryValue("h").toLowerCase().split(","))].filter((id) => id !== "");
  const known = ids.filter((id) => names.has(id));
  return { ids: known.slice(0, MOST), unknown: ids.filter((id) => !names.has(id)) };
}

function connect(box: HTMLElement, selects: readonly HTMLSelectElement[]): void {
  const options = [...(selects[0]?.options ?? [])].filter(({ value }) => value !== "");
  const names = new Map(options.map(({ value, text }) => [value, text]));
  const load = (id: string) => loadData<HeroDetails>(`details/heroes/${id}`);
  const show = showData(
    () => Promise.all(readAddress(names).ids.map(load)),
    box,
    "The heroes",
    (heroes) => {
      for (const [at, select] of selects.entries()) select.value = heroes[at]?.id ?? "";
      const { unknown } = readAddress(names);
      render(
        <>
          {unknown.length > 0 && <p role="alert">There is no hero called {unknown.join(", ")}.</p>}
          <Comparison heroes={heroes} />
        </>,
        box,
      );
    },
  );
  for (const select of selects)
    select.addEventListener("change", () => {
      const ids = new Set(selects.map(({ value }) => value).filter((id) => id !== ""));
      pushQuery({ h: [...ids].join(",") });
      show();
    });
}

const selects = document.querySelectorAll<HTMLSelectElement>("#picker select");
if (box !== null) connect(box, [...selects]);
