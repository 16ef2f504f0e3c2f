import { type ComponentChildren, render } from "preact";
import { dayOf } from "../../../../core/game/day.ts";
import { isOverwatch1 } from "../../../../core/game/eras.ts";
import { stateAsOf } from "../../../../core/game/state-as-of.ts";
import { showNumber } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import { COMMON_VALUES, capital, count, shortDate } from "../format.ts";
import { LessSure } from "../parts/proof.tsx";
import { Choice, HeroLink, RoleToggles, Toggle } from "./choices.tsx";
import {
  type AllKits,
  averageOf,
  patchAsOf,
  quantityOf,
  type Value,
  valuesOf,
  withUnit,
} from "./data.ts";
import { loadKits, pushQuery, queryValue, showData } from "./load.ts";

/** The figure that is shown first. */
const FIRST = "cooldown";

/** Heroes that have not changed for so many months are stable. */
const STABLE_MONTHS = 6;

/** The figures whose average says something: each hero has them, and they are of one kind. */
const AVERAGED = [FIRST, "health", "ultimateCost"];

/** What the address asks for. An empty text asks for nothing. */
type Asked = { value: string; role: string; "as-of": string; sort: string; only: string };

/** A hero's values. `changed` is the patch that last changed the hero. */
type Line = {
  id: string;
  name: string;
  role: string;
  monogram: string;
  values: readonly Value[];
  /** The highest value, or the lowest where the lowest come first. */
  top: Value;
  /** Undefined where one of the values is not known. */
  average: number | undefined;
  changed: string;
};

/** The day before which a hero changed who is stable on a day. */
function stableSince(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - STABLE_MONTHS);
  return dayOf(date);
}

/** The lines that the address asks for, in its order, as of a patch. */
function linesOf({ heroes, labels }: AllKits, asked: Asked, patch: string, limit: string): Line[] {
  const sign = asked.sort === "least" ? 1 : -1;
  const lines = heroes.flatMap((history): Line[] => {
    const hero = stateAsOf(history, patch);
    const values = hero === undefined ? [] : (valuesOf(hero, labels).get(asked.value) ?? []);
    const [top] = values.toSorted((a, b) => sign * (a.value - b.value));
    if (hero === undefined || top === undefined) return [];
    const { name, role, monogram, patch: changed, abilities } = hero;
    if (asked.role !== "" && role !== asked.role) return [];
    if (asked.only === "stable" && changed >= limit) return [];
    const unknown = abilities.flatMap((ability) => ability.unknown ?? []);
    const isKnown = unknown.every((field) => quantityOf(field) !== asked.value);
    const average = isKnown ? averageOf(values) : undefined;
    return [{ id: history.id, name, role, monogram, values, top, average, changed }];
  });
  const bySort: Partial<Record<string, (a: Line, b: Line) => number>> = {
    average: (a, b) => (b.average ?? -1) - (a.average ?? -1),
    name: (a, b) => a.name.localeCompare(b.name, "en"),
    changed: (a, b) => Number(a.changed < b.changed) - Number(a.changed > b.changed),
  };
  return lines.sort(bySort[asked.sort] ?? ((a, b) => sign * (a.top.value - b.top.value)));
}

/** The answer in a sentence: who has the highest or the lowest value, and of what. */
function Answer({ lines, asked }: { lines: readonly Line[]; asked: Asked }) {
  const sign = asked.sort === "least" ? 1 : -1;
  const [first] = lines.toSorted((a, b) => sign * (a.top.value - b.top.value));
  if (first === undefined) return <p class="lead">No values match these filters.</p>;
  if (lines.length === 1) return null;
  const { name, role, top } = first;
  const ties = lines.filter((line) => line.top.value === top.value).length - 1;
  const averages = lines.flatMap(({ name, average }) =>
    average === undefined ? [] : [{ name, average }],
  );
  const [onAverage] = averages.sort((a, b) => sign * (a.average - b.average));
  const mean = averages.reduce((sum, { average }) => sum + average, 0) / averages.length;
  return (
    <p class="lead" role="status">
      <b>{name}</b>
      {ties > 0 ? ` and ${count(ties, "other")} have the ` : " has the "}
      {extremeOf(asked)} {top.label} of {lines.length} {asked.role === "" ? "" : `${role} `}heroes:{" "}
      <b>{showNumber(top.value) + top.unit}</b>
      {ties > 0 || top.of === "" ? "" : `, ${top.of}`}.
      {onAverage === undefined || !AVERAGED.includes(asked.value) ? null : hasSeveral(lines) ? (
        <>
          {" "}
          On average, without perks, <b>{onAverage.name}</b> has the {extremeOf(asked)}:{" "}
          <b>{showNumber(onAverage.average) + top.unit}</b>.
        </>
      ) : (
        ` The average is ${Math.round(mean)}.`
      )}
    </p>
  );
}

const hasSeveral = (lines: readonly Line[]) => lines.some(({ values }) => values.length > 1);

/** The names of a hero's values from left to right, each value once. */
function Labels({ values, top }: Pick<Line, "values" | "top">) {
  const sorted = grouped(
    values.toSorted((a, b) => a.value - b.value).map((one) => [one.value, one] as const),
  );
  return [...sorted].map(([value, own], at) => (
    <>
      {at === 0 ? "" : " · "}
      {value === top.value ? null : `${showNumber(value)} `}
      {own.map(({ of }) => of).join(", ")}
      {own.some(({ isUnsure }) => isUnsure) ? <LessSure /> : null}
    </>
  ));
}

type RowProps = { line: Line; least: number; most: number; hasAverage: boolean };

/** A hero's values as dots on one axis, hollow where fewer than two independent sources say so. */
function LineRow({ line, least, most, hasAverage }: RowProps) {
  const { values, top, changed } = line;
  const x = (value: number) => `${2 + (96 * (value - least)) / (most - least || 1)}%`;
  return (
    <tr>
      <th scope="row">
        <HeroLink hero={line} isLittle />
      </th>
      <td class="number">
        <b>{showNumber(top.value) + top.unit}</b>
      </td>
      {hasAverage && (
        <td class="number">
          {line.average === undefined ? "not known" : showNumber(line.average)}
        </td>
      )}
      <td class="spread">
        <svg class="dots" width="100%" height="18" aria-hidden="true">
          <rect class="axis" y="8.5" width="100%" height="1" />
          {values.map(({ of, value, isUnsure }) => (
            <circle key={of} class={isUnsure ? "unsure" : ""} cx={x(value)} cy="9" r="5" />
          ))}
        </svg>
        <span class="small">
          <Labels values={values} top={top} />
        </span>
      </td>
      <td class="small">{shortDate(changed)}</td>
    </tr>
  );
}

/** Which of a hero's values counts. */
function extremeOf({ sort }: Asked): "lowest" | "highest" {
  return sort === "least" ? "lowest" : "highest";
}

type Choose = (name: keyof Asked, value: string) => void;
type Chosen = { data: AllKits; asked: Asked; choose: Choose };

function Filters({ data, asked, choose }: Chosen) {
  const newest = data.patches[0]?.id ?? "";
  const today = data.heroes.flatMap((history) => stateAsOf(history, newest) ?? []);
  const figures = new Map(
    today.flatMap((hero) =>
      [...valuesOf(hero, data.labels)].flatMap(([quantity, [first]]) =>
        first ? [[quantity, first] as const] : [],
      ),
    ),
  );
  const seasons = data.patches.filter(
    ({ id, kind }) =>
      (id !== newest && kind === "season" && !isOverwatch1(id)) || id === asked["as-of"],
  );
  const byLabel = [...figures].map(([quantity, { label }]) => [label, quantity] as const).sort();
  const others = [...COMMON_VALUES, ...byLabel.map(([, quantity]) => quantity)];
  return (
    <nav class="chips" aria-label="Choose values">
      {AVERAGED.map((value) => (
        <Toggle key={value} isOn={asked.value === value} onClick={() => choose("value", value)}>
          {capital(figures.get(value)?.label ?? value)}
        </Toggle>
      ))}
      <Choice
        label="More values"
        chosen={AVERAGED.includes(asked.value) ? "" : asked.value}
        options={[
          ["", "More values"],
          ...[...new Set(others)].flatMap((value) => {
            const figure = AVERAGED.includes(value) ? undefined : figures.get(value);
            return figure ? [[value, capital(withUnit(figure))] as const] : [];
          }),
        ]}
        choose={(value) => choose("value", value)}
      />
      <span class="divider" />
      <RoleToggles chosen={asked.role} choose={(role) => choose("role", role)} />
      <span class="divider" />
      <Toggle
        isOn={asked.only === "stable"}
        onClick={() => choose("only", asked.only === "" ? "stable" : "")}
      >
        Not changed for {STABLE_MONTHS} months
      </Toggle>
      <Choice
        label="After which patch"
        chosen={asked["as-of"]}
        options={[
          ["", "Newest patch"],
          ...seasons.map(({ id, name }) => [id, `${shortDate(id)} ${name}`] as const),
        ]}
        choose={(value) => choose("as-of", value)}
      />
    </nav>
  );
}

type HeadingProps = Pick<Chosen, "asked" | "choose"> & {
  sorts: readonly string[];
  class?: string;
  children: ComponentChildren;
};

/** A heading that sorts: each press takes the next of its orders. */
function Heading({ asked, choose, sorts, children, ...rest }: HeadingProps) {
  const at = sorts.indexOf(asked.sort);
  const isUp = asked.sort === "least" || asked.sort === "name";
  return (
    <th scope="col" aria-sort={at === -1 ? undefined : isUp ? "ascending" : "descending"} {...rest}>
      <button type="button" onClick={() => choose("sort", sorts[at + 1] ?? sorts[0] ?? "")}>
        {children}
      </button>
    </th>
  );
}

function Values({ data, asked, choose }: Chosen) {
  const [newest = { id: "" }] = data.patches;
  const patch = patchAsOf(data.patches, asked["as-of"]) ?? newest.id;
  const until = patch === newest.id ? data.checkedUntil : patch.slice(0, "2026-10-06".length);
  const limit = stableSince(until);
  const lines = linesOf(data, asked, patch, limit);
  const values = lines.flatMap((line) => line.values.map(({ value }) => value));
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const hasAverage = AVERAGED.includes(asked.value) && hasSeveral(lines);
  const head = { asked, choose };
  return (
    <>
      <Filters data={data} asked={asked} choose={choose} />
      <Answer lines={lines} asked={asked} />
      {asked.only === "" ? null : (
        <p class="small soft">
          Heroes who did not change from {shortDate(limit)} to {shortDate(until)}.
        </p>
      )}
      <table class="values">
        <thead>
          <tr class="label">
            <Heading {...head} sorts={["name"]}>
              Hero
            </Heading>
            <Heading {...head} sorts={["", "least"]} class="number">
              {capital(extremeOf(asked))}
            </Heading>
            {hasAverage && (
              <Heading {...head} sorts={["average"]} class="number">
                Average
              </Heading>
            )}
            <th scope="col" class="spread">
              {lines[0] ? withUnit(lines[0].top) : asked.value}, from {showNumber(least)} to{" "}
              {showNumber(most)}
            </th>
            <Heading {...head} sorts={["changed"]}>
              Last changed
            </Heading>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} line={line} least={least} most={most} hasAverage={hasAverage} />
          ))}
        </tbody>
      </table>
      <p class="small soft">
        A dot is an ability or perk, hollow where fewer than two independent sources have its value.
      </p>
    </>
  );
}

/** What the address asks for. */
function readAddress(): Asked {
  const role = queryValue("role");
  const sort = queryValue("sort");
  const only = queryValue("only");
  return { value: queryValue("value") || FIRST, role, "as-of": queryValue("as-of"), sort, only };
}

function connect(box: HTMLElement): void {
  const loading = loadKits();
  const choose: Choose = (name, value) => {
    pushQuery({ [name]: value });
    show();
  };
  const show = showData(
    () => loading,
    box,
    "The values",
    (data) => render(<Values data={data} asked={readAddress()} choose={choose} />, box),
  );
}

const box = document.querySelector<HTMLElement>("#all-values");
if (box !== null) connect(box);
