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

/** A row: one kind of value of all columns, in one unit. */
type Row = { label: string; unit: string; cells: readonly (readonly Value[])[] };

/** The rows that come first. They are there even if only one hero has such a value. */
const FIRST = [
  ...["health", "armor", "shields", "cooldown, s", "damage", "damage per second, /s"],
  ...["healing", "healing per second, /s", "ultimate cost"],
  ...["rate of fire, /s", "ammunition", "reload time, s"],
];

/** Damage and healing of a part of an ability, such as its explosion. */
const OF_PART = /^(?!self|min)(.+ )?(damage|healing)( over time| per bullet)?( per second, \/s)?$/;

/** A hero's values by kind, highest first. `explosion damage` is damage, noted as `explosion`. */
function kindsOf(hero: HeroDetails): ReadonlyMap<string, readonly Value[]> {
  const kinds = new Map<string, Value[]>();
  for (const [key, values] of valuesOf(hero)) {
    const [, before = "", what, after = "", unit = ""] = OF_PART.exec(key) ?? [];
    const kind = what === undefined ? key : what + unit;
    const all = kinds.get(kind) ?? [];
    for (const value of values) {
      const notes = new Set([before.trim(), after.trim(), value.note]);
      const note = [...notes].filter(Boolean).join(", ");
      const twin = all.find((one) => one.value === value.value && one.note === note);
      if (twin === undefined) all.push({ ...value, note });
      else twin.of += `, ${value.of}`;
    }
    kinds.set(
      kind,
      all.sort((a, b) => b.value - a.value),
    );
  }
  return kinds;
}

/** The first rows, with the average of the cooldowns, and what else at least two heroes have. */
function rowsOf(heroes: readonly HeroDetails[]): Row[] {
  const own = heroes.map(kindsOf);
  const shared = (key: string) => own.filter((kinds) => kinds.has(key)).length;
  const others = [...new Set(own.flatMap((kinds) => [...kinds.keys()]))]
    .filter((key) => !FIRST.includes(key) && shared(key) > 1)
    .sort((a, b) => shared(b) - shared(a));
  return [...FIRST.filter((key) => shared(key) > 0), ...others].flatMap((key): Row[] => {
    const [label = "", unit = ""] = key.split(", ");
    const row = { label, unit, cells: own.map((kinds) => kinds.get(key) ?? []) };
    if (label !== "cooldown") return [row];
    const averages = heroes.map((hero) => {
      const values = valuesOf(hero).get(key) ?? [];
      const average = { value: averageOf(values), of: "", note: "", isUnsure: false };
      return values.length === 0 ? [] : [average];
    });
    return [row, { label: "average cooldown", unit, cells: averages }];
  });
}

/** How a value differs from the one of the first hero. */
function difference(value: number, first: number): string {
  const by = Math.round((value - first) * 1000) / 1000;
  return by === 0 ? "same" : (by > 0 ? "+" : "") + showNumber(by);
}

/** Quantities of a hero or a weapon. Those of abilities, such as their range, are not alike. */
const ALIKE =
  /^(health|armor|shields|average .*|ultimate cost|rate of fire|ammunition|reload time)$/;

/** A row. Where each hero has one such value, with the same note, bars and differences compare. */
function RowOf({ row: { label, unit, cells } }: { row: Row }) {
  const all = cells.flat();
  const isOfOne = cells.length > 1 && cells.every(({ length }) => length === 1);
  const canCompare =
    ALIKE.test(label) && isOfOne && new Set(all.map(({ note }) => note)).size === 1;
  const most = Math.max(...all.map(({ value }) => value));
  const name = label.replace(/^(armor|shields)$/, "of which $1") + (unit === "%" ? " in %" : "");
  return (
    <tr>
      <th scope="row">{capital(name)}</th>
      {cells.map((values, at) => (
        <td key={at}>
          {values.length === 0 ? "–" : null}
          {values.map(({ value, of, note, isUnsure }) => (
            <p key={note + value}>
              <span>
                <b>{showNumber(value)}</b>
                {unit === "" ? "" : ` ${unit}`}
                {isUnsure ? <LessSure /> : null}
                {canCompare && at > 0 ? (
                  <span class="small soft"> ({difference(value, all[0]?.value ?? 0)})</span>
                ) : null}
              </span>{" "}
              <span class="small soft">{[of, note].filter(Boolean).join(", ")}</span>
            </p>
          ))}
          {canCompare && most > 0 ? (
            <svg class="bar" width="100%" height="6" aria-hidden="true">
              <rect class="track" width="100%" height="6" />
              <rect width={`${(100 * Math.max(0, values[0]?.value ?? 0)) / most}%`} height="6" />
            </svg>
          ) : null}
        </td>
      ))}
    </tr>
  );
}

function Comparison({ heroes, faults }: { heroes: readonly HeroDetails[]; faults: string[] }) {
  if (heroes.length === 0) return <p class="lead">{faults[0] ?? "Choose two or three heroes."}</p>;
  return (
    <>
      {faults.length === 0 ? null : <p role="alert">{faults.join(" ")}</p>}
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
          {rowsOf(heroes).map((row) => (
            <RowOf key={row.label + row.unit} row={row} />
          ))}
        </tbody>
      </table>
      <LessSureKey />
      <p class="small soft">
        Differences are to the first hero, where each hero has one value of the same kind.
      </p>
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
