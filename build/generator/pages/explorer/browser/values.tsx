import { render } from "preact";
import { toCsv } from "../../../../core/site/csv.ts";
import { COMMON_VALUES, capital, count, quantityOfPart, shortDate, showNumber } from "../format.ts";
import { LessSure } from "../parts/proof.tsx";
import type { ComparableHero, ComparableHeroes } from "./data.ts";
import { heroAsOf, patchAsOf } from "./earlier-heroes.ts";
import { addressOf, loadHeroes, showData } from "./load.ts";

/** The figure that is shown first. */
const FIRST = "cooldown, s";

/** The name of a value that is of no ability. */
const HEALTH = "Health";

/** Heroes that have not changed for so many months are stable. */
const STABLE_MONTHS = 6;

/** What the address asks for. An empty text asks for nothing. */
type Asked = { value: string; role: string; "as-of": string; sort: string; only: string };

type Dot = { name: string; value: number; isUnsure: boolean };

/** A hero's values. `changed` is the patch that last changed the hero; empty if none did. */
type Line = {
  id: string;
  monogram: string;
  hero: ComparableHero;
  dots: Dot[];
  /** The highest value, or the lowest where the lowest come first. */
  top: Dot;
  average: number;
  changed: string;
};

/** The values of a hero by quantity, `cooldown, s`. */
function dotsOf({ health, abilities, perks }: ComparableHero): Map<string, Dot[]> {
  const total = health.reduce((sum, part) => sum + part, 0);
  const found = new Map([["health", [{ name: HEALTH, value: total, isUnsure: false }]]]);
  for (const { name, figures } of [...abilities, ...perks])
    for (const [label, value, unit, isUnsure] of figures) {
      const key = quantityOfPart(label, unit);
      found.set(key, [...(found.get(key) ?? []), { name, value, isUnsure: isUnsure === 1 }]);
    }
  return found;
}

/** The lines that the address asks for, in its order. */
function linesOf({ heroes, patches }: ComparableHeroes, asked: Asked, patch: string): Line[] {
  const before = new Date(`${(patch || patches[0]?.[0])?.slice(0, 10)}T00:00:00Z`);
  before.setUTCMonth(before.getUTCMonth() - STABLE_MONTHS);
  const limit = before.toISOString().slice(0, 10);
  const sign = asked.sort === "least" ? 1 : -1;
  const lines = heroes.flatMap((one): Line[] => {
    const hero = heroAsOf(one, patch || undefined);
    const dots = hero === undefined ? [] : (dotsOf(hero).get(asked.value) ?? []);
    const changed = one.past.find(([until]) => patch === "" || until <= patch)?.[0] ?? "";
    const [top] = dots.toSorted((a, b) => sign * (a.value - b.value));
    if (hero === undefined || top === undefined) return [];
    if (asked.role !== "" && hero.role !== asked.role) return [];
    if (asked.only === "sure" && dots.some(({ isUnsure }) => isUnsure)) return [];
    if (asked.only === "stable" && changed >= limit) return [];
    const average = dots.reduce((sum, { value }) => sum + value, 0) / dots.length;
    return [{ id: one.id, monogram: one.monogram, hero, dots, top, average, changed }];
  });
  if (asked.sort === "name") return lines;
  if (asked.sort === "changed") return lines.sort((a, b) => b.changed.localeCompare(a.changed));
  if (asked.sort === "average") return lines.sort((a, b) => b.average - a.average);
  return lines.sort((a, b) => sign * (a.top.value - b.top.value));
}

/** The answer in a sentence: who has the highest or the lowest value, and of what. */
function Answer({ lines, asked }: { lines: readonly Line[]; asked: Asked }) {
  const [label = "", unit = ""] = asked.value.split(", ");
  const sign = asked.sort === "least" ? 1 : -1;
  const [first] = lines.toSorted((a, b) => sign * (a.top.value - b.top.value));
  if (first === undefined) return <p class="lead">No values match these filters.</p>;
  if (lines.length === 1) return null;
  const { hero, top } = first;
  const ties = lines.filter((line) => line.top.value === top.value).length - 1;
  const [onAverage] = lines.toSorted((a, b) => sign * (a.average - b.average));
  const isOfSeveral = lines.some(({ dots }) => dots.length > 1);
  return (
    <p class="lead" role="status">
      <b>{hero.name}</b>
      {ties > 0 ? ` and ${count(ties, "other")} have the ` : " has the "}
      {extremeOf(asked)} {label} of {lines.length}{" "}
      {asked.role === "" ? "" : `${hero.roleName.toLowerCase()} `}heroes:{" "}
      <b>
        {showNumber(top.value)} {unit}
      </b>
      {ties > 0 || top.name === HEALTH ? "" : `, ${top.name}`}.
      {onAverage === undefined || !isOfSeveral ? null : (
        <>
          {" "}
          On average <b>{onAverage.hero.name}</b> has the {extremeOf(asked)}:{" "}
          <b>
            {showAverage(onAverage)} {unit}
          </b>
          .
        </>
      )}
    </p>
  );
}

/** A hero's values as dots on one axis, hollow where fewer than two independent sources say so. */
function LineRow({ line, least, most }: { line: Line; least: number; most: number }) {
  const { id, monogram, hero, dots, top, changed } = line;
  const x = (value: number) => `${2 + (96 * (value - least)) / (most - least || 1)}%`;
  return (
    <tr>
      <th scope="row">
        <a class="with-emblem" href={addressOf(`heroes/${id}`)}>
          <span class={`letters ${hero.role}`} aria-hidden="true">
            {monogram}
          </span>{" "}
          {hero.name}
        </a>
      </th>
      <td class="number">
        <b>{showNumber(top.value)}</b>
      </td>
      <td class="number">{showAverage(line)}</td>
      <td>
        <svg class="dots" width="100%" height="18" aria-hidden="true">
          <rect class="axis" y="8.5" width="100%" height="1" />
          {dots.map(({ name, value, isUnsure }) => (
            <circle key={name} class={isUnsure ? "unsure" : ""} cx={x(value)} cy="9" r="5" />
          ))}
        </svg>
        <span class="small soft">
          {dots.map(({ name, value, isUnsure }, at) => (
            <>
              {at === 0 ? "" : ", "}
              {name} <b>{showNumber(value)}</b>
              {isUnsure ? <LessSure /> : null}
            </>
          ))}
        </span>
      </td>
      <td class="small">
        {changed === "" ? "never on record" : shortDate(changed.slice(0, "2026-10-06".length))}
      </td>
    </tr>
  );
}

function showAverage({ average }: Line): string {
  return showNumber(Math.round(average * 10) / 10);
}

/** What is shown as CSV. */
function csvOf(lines: readonly Line[], { value: figure }: Asked): string {
  return toCsv(
    ["hero", "role", "part", "figure", "value", "sure", "hero_changed"],
    lines.flatMap(({ id, hero, dots, changed }) =>
      dots.map(({ name, value, isUnsure }) => [
        id,
        hero.role,
        name,
        figure,
        value,
        isUnsure ? "no" : "yes",
        changed,
      ]),
    ),
  );
}

/** Which of a hero's values counts. */
function extremeOf({ sort }: Asked): "lowest" | "highest" {
  return sort === "least" ? "lowest" : "highest";
}

type Choose = (name: keyof Asked, value: string) => void;
type Chosen = { data: ComparableHeroes; asked: Asked; choose: Choose };

function Filters({ data, asked, choose }: Chosen) {
  const figures = new Set(data.heroes.flatMap(({ state }) => [...dotsOf(state).keys()]));
  const roles = new Set(data.heroes.map(({ state }) => state.role));
  const chip = (name: "role" | "only", value: string, label: string) => (
    <button
      key={value}
      type="button"
      class="chip"
      aria-pressed={asked[name] === value}
      onClick={() => choose(name, asked[name] === value ? "" : value)}
    >
      {label}
    </button>
  );
  const list = (name: keyof Asked, label: string, options: (readonly [string, string])[]) => (
    <select
      class="chip"
      aria-label={label}
      onChange={({ currentTarget }) => choose(name, currentTarget.value)}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === asked[name]}>
          {text}
        </option>
      ))}
    </select>
  );
  return (
    <nav class="chips" aria-label="Choose values">
      {COMMON_VALUES.filter((value) => figures.has(value)).map((value) => (
        <button
          key={value}
          type="button"
          class="chip"
          aria-pressed={asked.value === value}
          onClick={() => choose("value", value)}
        >
          {capital(value.split(",")[0] ?? "")}
        </button>
      ))}
      <input
        class="chip"
        list="all-figures"
        aria-label="Another value"
        placeholder="Another value"
        value={COMMON_VALUES.includes(asked.value) ? "" : asked.value}
        onChange={({ currentTarget: { value } }) => {
          if (figures.has(value)) choose("value", value);
        }}
      />
      <datalist id="all-figures">
        {[...figures].sort().map((figure) => (
          <option key={figure} value={figure} />
        ))}
      </datalist>
      <span class="divider" />
      {["tank", "damage", "support"].map((role) =>
        roles.has(role) ? chip("role", role, capital(role)) : null,
      )}
      <span class="divider" />
      {list("sort", "Order", [
        ["", "Highest first"],
        ["least", "Lowest first"],
        ["average", "Highest average first"],
        ["name", "By name"],
        ["changed", "Last changed first"],
      ])}
      {list("as-of", "After which patch", [
        ["", "Newest patch"],
        ...data.patches
          .filter(([id, name], at) => (at > 0 && opens(name)) || id === asked["as-of"])
          .map(([id, name]) => [id, `${shortDate(id)} ${name}`] as const),
      ])}
      <span class="divider" />
      {chip("only", "sure", "Only two sources")}
      {chip("only", "stable", `Not changed for ${STABLE_MONTHS} months`)}
    </nav>
  );
}

function Values({ data, asked, choose }: Chosen) {
  const [patch = ""] =
    (asked["as-of"] === "" ? undefined : patchAsOf(data.patches, asked["as-of"])) ?? [];
  const lines = linesOf(data, asked, patch);
  const values = lines.flatMap(({ dots }) => dots.map(({ value }) => value));
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const file = `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(lines, asked))}`;
  return (
    <>
      <Filters data={data} asked={asked} choose={choose} />
      <Answer lines={lines} asked={asked} />
      <p class="row">
        <a class="chip" href={file} download={`${asked.value.replace(/\W+/g, "-")}.csv`}>
          Download these values as CSV
        </a>
      </p>
      <table class="values">
        <thead>
          <tr class="label">
            <th scope="col">Hero</th>
            <th scope="col" class="number">
              {capital(extremeOf(asked))}
            </th>
            <th scope="col" class="number">
              Average
            </th>
            <th scope="col">
              {asked.value}, from {showNumber(least)} to {showNumber(most)}
            </th>
            <th scope="col">Hero last changed</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} line={line} least={least} most={most} />
          ))}
        </tbody>
      </table>
      <p class="small soft">
        A dot is an ability or perk, hollow where fewer than two independent sources have its value.
      </p>
    </>
  );
}

/** Whether a patch opens a season. */
function opens(patch: string): boolean {
  return /^Season \d/.test(patch) && !/mid-season/.test(patch);
}

/** What the address asks for. */
function readAddress(): Asked {
  const asked = new URLSearchParams(location.search);
  const text = (name: string) => asked.get(name) ?? "";
  const [role, sort, only] = [text("role"), text("sort"), text("only")];
  return { value: text("value") || FIRST, role, "as-of": text("as-of"), sort, only };
}

function connect(box: HTMLElement): void {
  const choose: Choose = (name, value) => {
    const asked = new URLSearchParams(location.search);
    if (value === "") asked.delete(name);
    else asked.set(name, value);
    history.pushState(null, "", asked.size === 0 ? location.pathname : `?${asked}`);
    show();
  };
  const show = showData(loadHeroes(), box, "The values", (data) =>
    render(<Values data={data} asked={readAddress()} choose={choose} />, box),
  );
}

const box = document.querySelector<HTMLElement>("#all-values");
if (box !== null) connect(box);
