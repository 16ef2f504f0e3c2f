import { type ComponentChildren, render } from "preact";
import { dayOf } from "../../../../core/game/day.ts";
import { isOverwatch1 } from "../../../../core/game/eras.ts";
import { healthOf, stateAsOf } from "../../../../core/game/state-as-of.ts";
import { showNumber, wordsOfField } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import { COMMON_VALUES, capital, count, shortDate } from "../format.ts";
import { describeKinds, HealthBar, HealthKey } from "../parts/health-bar.tsx";
import { LessSure, LessSureKey } from "../parts/proof.tsx";
import { Day } from "../parts/section.tsx";
import { Choice, HeroLink, RoleToggles, Toggle } from "./choices.tsx";
import { type AllKits, patchAsOf, type Value, valuesOf, withUnit } from "./data.ts";
import { addressOf, loadKits, showData } from "./load.ts";

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

/** What an address asks for that says nothing. An empty text asks for nothing. */
const DEFAULTS = { value: FIRST, role: "", "as-of": "", sort: "", only: "", perks: "" };

type Asked = typeof DEFAULTS;

type Line = {
  id: string;
  name: string;
  role: string;
  monogram: string;
  health: ReturnType<typeof healthOf>;
  /** From the lowest to the highest. */
  values: readonly Value[];
  /** What has such a value that is not known. */
  unknown: readonly string[];
  /** The highest value, or the lowest where the lowest come first; undefined where none is known. */
  top: Value | undefined;
  /** The patch that set `top`. */
  since: string;
};

/** The day before which a value was set that is stable on a day. */
function stableSince(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - STABLE_MONTHS);
  return dayOf(date);
}

/** The lines that the address asks for, in its order, as of a patch; those without value last. */
function linesOf({ heroes, labels }: AllKits, asked: Asked, patch: string, limit: string) {
  const isLeast = asked.sort === "least";
  const lines = heroes.flatMap((history): Line[] => {
    const allAt = (day: string) => {
      const state = stateAsOf(history, day);
      const own = state === undefined ? [] : (valuesOf(state, labels).get(asked.value) ?? []);
      return own.filter(({ isPerk }) => asked.perks === "" || !isPerk);
    };
    const valuesAt = (day: string) =>
      allAt(day)
        .filter(({ value }) => Number.isFinite(value))
        .sort((a, b) => a.value - b.value);
    const hero = stateAsOf(history, patch);
    if (hero === undefined || (asked.role !== "" && hero.role !== asked.role)) return [];
    const { name, role, monogram } = hero;
    const values = valuesAt(patch);
    const unknown = allAt(patch).flatMap(({ value, of }) => (Number.isFinite(value) ? [] : of));
    const top = values.at(isLeast ? 0 : -1);
    const isShown = top !== undefined || unknown.length > 0 || RANKED.includes(asked.value);
    const days = history.states.map(({ since }) => since).filter((day) => day <= patch);
    const isTop = ({ of, value }: Value) => of === top?.of && value === top.value;
    const other = days.findIndex((day) => !valuesAt(day).some(isTop));
    const since = days.at(other === -1 ? -1 : other - 1) ?? patch;
    if (!isShown || (asked.only === "stable" && (top === undefined || since >= limit))) return [];
    const health = healthOf(hero.health);
    return [{ id: history.id, name, role, monogram, health, values, unknown, top, since }];
  });
  const bySort: Partial<Record<string, (a: Line, b: Line) => number>> = {
    name: (a, b) => a.name.localeCompare(b.name, "en"),
    changed: (a, b) => Number(a.since < b.since) - Number(a.since > b.since),
  };
  const byValue = (a: Line, b: Line) =>
    ((a.top?.value ?? 0) - (b.top?.value ?? 0)) * (isLeast ? 1 : -1);
  const sorted = lines.sort(bySort[asked.sort] ?? byValue);
  return [...sorted.filter(({ top }) => top), ...sorted.filter(({ top }) => !top)];
}

type AnswerProps = { lines: readonly Line[]; asked: Asked };

/** The answer in sentences: who has the highest and the lowest value. */
function Answer({ lines, asked }: AnswerProps) {
  const all = lines.flatMap(({ name, values }) => values.map((one) => ({ ...one, name })));
  const [first] = all.sort((a, b) => b.value - a.value);
  if (first === undefined) return <p class="lead">No values match these filters.</p>;
  const heroes = count(lines.filter(({ top }) => top).length, "hero", "heroes");
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
          {heroes} compared.
        </>
      ) : (
        `${heroes} with ${first.label}. What a value counts is beside it; maximum, explosion and ` +
        "other kinds are values of their own."
      )}
    </p>
  );
}

/** A hero's values with the names of what has them, from left to right, then what is not known. */
function Labels({ line: { id, values, unknown } }: { line: Line }) {
  return (
    <ul class="row">
      {[...grouped(values.map((one) => [`${one.value} ${one.note}`, one] as const))].map(
        ([key, own]) => (
          <li key={key}>
            <b>{showNumber(own[0]?.value ?? 0)}</b>{" "}
            {own.map(({ of, isPerk }) => of + (isPerk ? " (perk)" : "")).join(", ")}
            {own.some(({ isUnsure }) => isUnsure) ? <LessSure /> : null}{" "}
            <span class="soft">
              {[...new Set(own.flatMap(({ note }) => note ?? []))].join("; ")}
            </span>
          </li>
        ),
      )}
      {unknown.map((of) => (
        <li key={of}>
          <a href={addressOf(`gaps#heroes-${id}`)}>not known</a> {of}
        </li>
      ))}
    </ul>
  );
}

type RowProps = { line: Line; least: number; most: number };

/** A hero's values as dots on one axis, hollow where they are less sure. Health is a bar. */
function LineRow({ line, least, most }: RowProps) {
  const { values, unknown, top, since, health } = line;
  const isHealth = top?.of === "" && top.value === health.total;
  const x = (value: number) => `${2 + (96 * (value - least)) / (most - least || 1)}%`;
  return (
    <tr>
      <th scope="row">
        <HeroLink hero={line} isLittle />
      </th>
      <td class="number">
        {top ? (
          <b>{showNumber(top.value) + top.unit}</b>
        ) : (
          <span class="soft">{unknown.length > 0 ? "not known" : "none"}</span>
        )}
      </td>
      <td class="small">{top ? <Day date={since.slice(0, "2026-10-06".length)} /> : null}</td>
      <td class="scale">
        {isHealth ? (
          <HealthBar health={health} scale={most} height={12} />
        ) : (
          <svg class="dots" width="100%" height="18" aria-hidden="true">
            {values.map(({ of, value, isUnsure }) => (
              <circle key={of} class={isUnsure ? "unsure" : ""} cx={x(value)} cy="9" r="5" />
            ))}
          </svg>
        )}
      </td>
      <td class="small spread">
        {isHealth ? null : <Labels line={line} />}
        {isHealth && health.standard < health.total ? describeKinds(health) : null}
        {isHealth && values.some(({ isUnsure }) => isUnsure) ? <LessSure /> : null}
      </td>
    </tr>
  );
}

type Chosen = { data: AllKits; asked: Asked; choose: (chosen: Partial<Asked>) => void };

/** The figures of today that several heroes have, for the list: each with its group. */
function choicesOf({ heroes, labels, patches }: AllKits) {
  const kits = heroes.flatMap((history) => stateAsOf(history, patches[0]?.id ?? "") ?? []);
  const figures = grouped(kits.flatMap((hero) => [...valuesOf(hero, labels)]));
  const choices = [...figures].flatMap(([quantity, own]) => {
    const first = own.flat().find(({ value }) => Number.isFinite(value));
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
        <Toggle key={value} isOn={asked.value === value} onClick={() => choose({ value })}>
          {capital(wordsOfField(value))}
        </Toggle>
      ))}
      <Choice
        label="More values"
        chosen={RANKED.includes(asked.value) ? "" : asked.value}
        options={[["", "More values"], ...choicesOf(data)]}
        choose={(value) => choose({ value })}
      />
      <span class="divider" />
      <RoleToggles chosen={asked.role} choose={(role) => choose({ role })} />
      <span class="divider" />
      <Toggle
        isOn={asked.only === "stable"}
        onClick={() => choose({ only: asked.only === "" ? "stable" : "" })}
      >
        Not changed for {STABLE_MONTHS} months
      </Toggle>
      <Toggle
        isOn={asked.perks === "without"}
        onClick={() => choose({ perks: asked.perks === "" ? "without" : "" })}
      >
        No perks
      </Toggle>
      <Choice
        label="After which patch"
        chosen={asked["as-of"]}
        options={[
          ["", "Newest patch"],
          ...seasons.map(({ id, name }) => [id, `${shortDate(id)} ${name}`] as const),
        ]}
        choose={(day) => choose({ "as-of": day })}
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
      <button type="button" onClick={() => choose({ sort: sorts[at + 1] ?? sorts[0] ?? "" })}>
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
  const head = { asked, choose };
  return (
    <>
      <Filters data={data} asked={asked} choose={choose} />
      <Answer lines={lines} asked={asked} />
      {asked.value === "health" ? <HealthKey scale={most} /> : null}
      <p class="small soft">
        <span class="dot-key">
          {asked.value === "health"
            ? ""
            : "A dot is an ability or perk, hollow if it is less sure."}
        </span>{" "}
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
              {lines[0]?.top ? capital(withUnit(lines[0].top)) : ""}
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

/** What an address asks for. */
function askedOf(query: URLSearchParams): Asked {
  return { ...DEFAULTS, ...Object.fromEntries(query) };
}

/** The lines of today that an address asks for. */
export function highestOf(data: AllKits, query: URLSearchParams): Line[] {
  return linesOf(data, askedOf(query), data.patches[0]?.id ?? "", "");
}

function connect(box: HTMLElement): void {
  const loading = loadKits();
  const choose = showData(
    () => loading,
    box,
    "The values",
    (data) =>
      render(
        <Values
          data={data}
          asked={askedOf(new URLSearchParams(location.search))}
          choose={choose}
        />,
        box,
      ),
  );
}

const box = document.querySelector<HTMLElement>("#all-values");
if (box !== null) connect(box);
