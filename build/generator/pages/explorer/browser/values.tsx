import { type ComponentChildren, render } from "preact";
import { dayOf } from "../../../../core/game/day.ts";
import { isOverwatch1 } from "../../../../core/game/eras.ts";
import { stateAsOf } from "../../../../core/game/state-as-of.ts";
import { showNumber, wordsOfField } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import { COMMON_VALUES, capital, count, shortDate } from "../format.ts";
import { LessSure, LessSureKey } from "../parts/proof.tsx";
import { Day } from "../parts/section.tsx";
import { Choice, HeroLink, RoleToggles, Toggle } from "./choices.tsx";
import { type AllKits, patchAsOf, type Value, valuesOf, withUnit } from "./data.ts";
import { loadKits, pushQuery, queryValue, showData } from "./load.ts";

/** The figure that is shown first. */
const FIRST = "cooldown";

/** A value that has not changed for so many months is stable. */
const STABLE_MONTHS = 6;

/** The figures of one kind, whose highest and lowest say something. */
const RANKED = [FIRST, "health", "ultimateCost"];

/** A figure that fewer heroes have is not in the list. */
const LEAST_HEROES = 3;

/** The groups of the list, by the field and the unit of a figure. */
const GROUPS: readonly (readonly [title: string, has: (field: string, unit: string) => boolean])[] =
  [
    ["Common", (field) => COMMON_VALUES.includes(field)],
    ["Damage", (field) => /damage/i.test(field)],
    ["Healing and health", (field) => /heal|shield|armor|lifesteal/i.test(field)],
    ["Times", (_, unit) => unit === "s"],
    ["Distances and sizes", (_, unit) => unit === "m"],
    ["Others", () => true],
  ];

/** What the address asks for. An empty text asks for nothing. */
type Asked = { value: string; role: string; "as-of": string; sort: string; only: string };

type Line = {
  id: string;
  name: string;
  role: string;
  monogram: string;
  /** From the lowest to the highest. */
  values: readonly Value[];
  /** The highest value, or the lowest where the lowest come first. */
  top: Value;
  /** The patch that set `top`. */
  since: string;
};

/** The day before which a value was set that is stable on a day. */
function stableSince(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - STABLE_MONTHS);
  return dayOf(date);
}

/** The lines that the address asks for, in its order, as of a patch, and who has no value. */
function linesOf({ heroes, labels }: AllKits, asked: Asked, patch: string, limit: string) {
  const isLeast = asked.sort === "least";
  const absent: string[] = [];
  const lines = heroes.flatMap((history): Line[] => {
    const valuesAt = (day: string) => {
      const state = stateAsOf(history, day);
      const own = state === undefined ? [] : (valuesOf(state, labels).get(asked.value) ?? []);
      return own.toSorted((a, b) => a.value - b.value);
    };
    const hero = stateAsOf(history, patch);
    if (hero === undefined || (asked.role !== "" && hero.role !== asked.role)) return [];
    const { name, role, monogram } = hero;
    const values = valuesAt(patch);
    const top = values.at(isLeast ? 0 : -1);
    if (top === undefined) absent.push(name);
    if (top === undefined) return [];
    const days = history.states.map(({ since }) => since).filter((day) => day <= patch);
    const isTop = ({ of, value }: Value) => of === top.of && value === top.value;
    const other = days.findIndex((day) => !valuesAt(day).some(isTop));
    const since = days.at(other === -1 ? -1 : other - 1) ?? patch;
    if (asked.only === "stable" && since >= limit) return [];
    return [{ id: history.id, name, role, monogram, values, top, since }];
  });
  const bySort: Partial<Record<string, (a: Line, b: Line) => number>> = {
    name: (a, b) => a.name.localeCompare(b.name, "en"),
    changed: (a, b) => Number(a.since < b.since) - Number(a.since > b.since),
  };
  const byValue = (a: Line, b: Line) => (a.top.value - b.top.value) * (isLeast ? 1 : -1);
  return { lines: lines.sort(bySort[asked.sort] ?? byValue), absent };
}

type AnswerProps = { lines: readonly Line[]; asked: Asked; absent: readonly string[] };

/** The answer in sentences: who has the highest and the lowest value, and who has none. */
function Answer({ lines, asked, absent }: AnswerProps) {
  const all = lines.flatMap(({ name, values }) => values.map((one) => ({ ...one, name })));
  const [first] = all.sort((a, b) => b.value - a.value);
  if (first === undefined) return <p class="lead">No values match these filters.</p>;
  const heroes = count(lines.length, "hero", "heroes");
  const sentenceOf = (word: string, { value, unit }: Value) => (
    <>
      {word} {first.label}: <b>{showNumber(value) + unit}</b>,{" "}
      {[...new Set(all.flatMap((one) => (one.value === value ? one.name : [])))].join(", ")}.{" "}
    </>
  );
  return (
    <p class="lead" role="status">
      {RANKED.includes(asked.value) ? (
        <>
          {sentenceOf("Highest", first)}
          {sentenceOf("Lowest", all.at(-1) ?? first)}
          {heroes} compared{absent.length === 0 ? "" : `; none on record: ${absent.join(", ")}`}.
        </>
      ) : (
        `${heroes} with ${first.label}. A value can be for one bullet or for all, as the page of the ` +
        "hero says; maximum, explosion and other kinds are values of their own."
      )}
    </p>
  );
}

/** A hero's values with the names of what has them, from left to right. */
function Labels({ values }: Pick<Line, "values">) {
  return [...grouped(values.map((one) => [one.value, one] as const))].map(([value, own], at) => (
    <>
      {at === 0 ? "" : " · "}
      {own[0]?.of && <b>{showNumber(value)}</b>} {own.map(({ of }) => of).join(", ")}
      {own.some(({ isUnsure }) => isUnsure) ? <LessSure /> : null}
    </>
  ));
}

type RowProps = { line: Line; least: number; most: number };

/** A hero's values as dots on one axis, hollow where fewer than two independent sources say so. */
function LineRow({ line, least, most }: RowProps) {
  const { values, top, since } = line;
  const x = (value: number) => `${2 + (96 * (value - least)) / (most - least || 1)}%`;
  return (
    <tr>
      <th scope="row">
        <HeroLink hero={line} isLittle />
      </th>
      <td class="number">
        <b>{showNumber(top.value) + top.unit}</b>
      </td>
      <td class="small">
        <Day date={since.slice(0, "2026-10-06".length)} />
      </td>
      <td class="scale">
        <svg class="dots" width="100%" height="18" aria-hidden="true">
          {values.map(({ of, value, isUnsure }) => (
            <circle key={of} class={isUnsure ? "unsure" : ""} cx={x(value)} cy="9" r="5" />
          ))}
        </svg>
      </td>
      <td class="small spread">
        <Labels values={values} />
      </td>
    </tr>
  );
}

type Choose = (name: keyof Asked, value: string) => void;
type Chosen = { data: AllKits; asked: Asked; choose: Choose };

/** The figures of today that several heroes have, for the list: each with its group. */
function choicesOf({ heroes, labels, patches }: AllKits) {
  const kits = heroes.flatMap((history) => stateAsOf(history, patches[0]?.id ?? "") ?? []);
  const figures = grouped(kits.flatMap((hero) => [...valuesOf(hero, labels)]));
  const choices = [...figures].flatMap(([quantity, own]) => {
    const [[first] = []] = own;
    if (first === undefined || own.length < LEAST_HEROES || RANKED.includes(quantity)) return [];
    const label = capital(withUnit(first));
    const at = GROUPS.findIndex(([, has]) => has(quantity, first.unit.trim()));
    return { quantity, label, at };
  });
  return choices
    .sort((a, b) => a.at - b.at || a.label.localeCompare(b.label, "en"))
    .map(({ quantity, label, at }) => [quantity, label, GROUPS[at]?.[0]] as const);
}

function Filters({ data, asked, choose }: Chosen) {
  const newest = data.patches[0]?.id ?? "";
  const seasons = data.patches.filter(
    ({ id, kind }) =>
      (id !== newest && kind === "season" && !isOverwatch1(id)) || id === asked["as-of"],
  );
  return (
    <nav class="chips" aria-label="Choose values">
      {RANKED.map((value) => (
        <Toggle key={value} isOn={asked.value === value} onClick={() => choose("value", value)}>
          {capital(wordsOfField(value))}
        </Toggle>
      ))}
      <Choice
        label="More values"
        chosen={RANKED.includes(asked.value) ? "" : asked.value}
        options={[["", "More values"], ...choicesOf(data)]}
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
  const { lines, absent } = linesOf(data, asked, patch, limit);
  const values = lines.flatMap((line) => line.values.map(({ value }) => value));
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const head = { asked, choose };
  return (
    <>
      <Filters data={data} asked={asked} choose={choose} />
      <Answer lines={lines} asked={asked} absent={absent} />
      <p class="small soft">
        <span class="dot-key">A dot is an ability or perk, hollow if it is less sure.</span>{" "}
        <LessSureKey />
      </p>
      <table class="values">
        <thead>
          <tr class="label">
            <Heading {...head} sorts={["name"]}>
              Hero
            </Heading>
            <Heading {...head} sorts={["", "least"]} class="number">
              {asked.sort === "least" ? "Lowest" : "Highest"}
            </Heading>
            <Heading {...head} sorts={["changed"]}>
              Since
            </Heading>
            <th scope="col" class="scale">
              <span>
                {[least, (least + most) / 2, most].map((value) => (
                  <span key={value}>{showNumber(value)}</span>
                ))}
              </span>
            </th>
            <th scope="col" class="spread">
              {lines[0] ? capital(withUnit(lines[0].top)) : ""}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} line={line} least={least} most={most} />
          ))}
        </tbody>
      </table>
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
