import { render } from "preact";
import { titleOfId } from "../../../full/thing-names.ts";
import { subjectOf } from "../../../full/words.ts";
import { count, shortDate } from "../format.ts";
import {
  anchorOf,
  type Change,
  ChangeList,
  describeGroups,
  type Group,
  groupsOf,
  pageOf,
} from "../parts/changes.tsx";
import { Choice, Toggle } from "./choices.tsx";
import { type ComparableChanges, patchAsOf } from "./data.ts";
import { foldChanges } from "./fold-changes.ts";
import { addressOf, loadData, pushQuery, queryValue, showData } from "./load.ts";

const SIDES = [
  { side: "buffs", label: "Buffs" },
  { side: "nerfs", label: "Nerfs" },
  { side: "other", label: "Other" },
] as const;

/** The filters of the address. An empty one lets everything pass. */
type Filters = { side: string; role: string; hero: string };

type Filtered = {
  data: ComparableChanges;
  filters: Filters;
  choose: (name: keyof Filters, value: string) => void;
};

/** The differences between two patches. The parts of the built pages draw them. */
function Differences({
  changes,
  patches,
  unexplained,
  ...filtered
}: ReturnType<typeof between> & Filtered) {
  const { data, filters } = filtered;
  const sum = unexplained.reduce((values, [, , own = 0]) => values + own, 0);
  const unknown = sum > 0 && (
    <details>
      <summary>
        Not listed: {count(sum, "change")} that no patch explains, on{" "}
        {count(unexplained.length, "day")}
      </summary>
      <ul>
        {unexplained.map(([id, , values = 0]) => (
          <li key={id}>
            {shortDate(id.slice(0, 10))}: {count(values, "change")}
          </li>
        ))}
      </ul>
      <p>
        On these days, values begin, end or differ in the sources. They are in{" "}
        <a href={addressOf("gaps.json")}>gaps.json</a>.
      </p>
    </details>
  );
  if (changes.length === 0) return unknown || <p>No differences.</p>;
  const shown = changes.filter((change) => isWanted(change, filters, data));
  const groups = groupsOf(shown, nameIn(data));
  return (
    <>
      <FilterChips groups={groupsOf(changes, nameIn(data))} {...filtered} />
      <p class="lead">
        {shown.length === 0
          ? "No differences match these filters."
          : `${count(shown.length, "difference")} in ${describeGroups(groups)}, from ` +
            `${count(patches, "patch", "patches")}.`}
      </p>
      {unknown}
      <h2 class="vh">Differences</h2>
      <div class="patch-cards">
        {groups.map(({ thing, name, own }) => {
          const page = pageOf(thing, data.gone);
          return (
            <section key={thing} class="card patch-card" id={anchorOf(thing)}>
              <h3>{page === undefined ? name : <a href={addressOf(page)}>{name}</a>}</h3>
              <ChangeList changes={own} />
            </section>
          );
        })}
      </div>
    </>
  );
}

/** Filters by side, role and hero. Each is part of the address. */
function FilterChips({ groups, data, filters, choose }: Filtered & { groups: readonly Group[] }) {
  const heroes = groups.filter(({ thing }) => thing.startsWith("heroes/"));
  const isListed = heroes.some(({ thing }) => idOf(thing) === filters.hero);
  const chip = (name: "side" | "role", value: string, label: string) => (
    <Toggle
      key={value}
      label={label}
      isOn={filters[name] === value}
      onClick={() => choose(name, filters[name] === value ? "" : value)}
    />
  );
  return (
    <nav class="chips" aria-label="Filter differences">
      {SIDES.map(({ side, label }) => chip("side", side, label))}
      <span class="divider" />
      {[...new Set(Object.values(data.roles))].map((role) =>
        chip("role", role, nameIn(data)(`roles/${role}`)),
      )}
      <Choice
        label="Hero"
        chosen={filters.hero}
        options={[
          ["", "Any hero"],
          // The filter may be on although this hero does not differ, so the list has to show it.
          ...(isListed || filters.hero === ""
            ? []
            : [[filters.hero, nameIn(data)(`heroes/${filters.hero}`)] as const]),
          ...heroes.map(({ thing, name }) => [idOf(thing), name] as const),
        ]}
        choose={(value) => choose("hero", value)}
      />
    </nav>
  );
}

function isWanted(
  { target, effect }: Change,
  { side, role, hero }: Filters,
  data: ComparableChanges,
): boolean {
  const [collection, id = ""] = target.split("/");
  const own = effect === "buff" ? "buffs" : effect === "nerf" ? "nerfs" : "other";
  return (
    (side === "" || side === own) &&
    (role === "" || (collection === "heroes" && data.roles[id] === role)) &&
    (hero === "" || (collection === "heroes" && id === hero))
  );
}

/** Gives the name of a thing by its path. */
function nameIn({ names }: ComparableChanges): (path: string) => string {
  return (path) => names[path] ?? titleOfId(path.slice(path.lastIndexOf("/") + 1));
}

function idOf(thing: string): string {
  return thing.slice("heroes/".length);
}

/** Differences between two patches, the older one first. */
function between(data: ComparableChanges, from: string, to: string) {
  const patches = data.patches.filter(([id]) => id > from && id <= to).toReversed();
  const changes = foldChanges(patches.flatMap(([, own]) => own)).map((change) => {
    const label = data.labels[change.target.slice(change.target.lastIndexOf("/") + 1)];
    return { ...change, ...subjectOf(change.target, nameIn(data), label) };
  });
  const unexplained = patches.filter(([, , values = 0]) => values > 0);
  return { changes, patches: patches.length, unexplained };
}

/** What the address asks for. Sets the two lists to its patches, the older one first. */
function readAddress(from: HTMLSelectElement, to: HTMLSelectElement) {
  const unknown: string[] = [];
  for (const select of [from, to]) {
    const first = [...select.options].find(({ defaultSelected }) => defaultSelected)?.value ?? "";
    const wanted = queryValue(select.id) || first;
    const patches = [...select.options].map(({ value }) => [value] as const);
    const [found] = patchAsOf(patches, wanted) ?? [];
    if (found === undefined) unknown.push(wanted);
    select.value = found ?? first;
  }
  putInOrder(from, to);
  const [side, role, hero] = [queryValue("side"), queryValue("role"), queryValue("hero")];
  return { filters: { side, role, hero }, unknown };
}

function putInOrder(from: HTMLSelectElement, to: HTMLSelectElement): void {
  if (from.value > to.value) [from.value, to.value] = [to.value, from.value];
}

function connect(from: HTMLSelectElement, to: HTMLSelectElement, differences: HTMLElement): void {
  let { filters } = readAddress(from, to);
  const go = (wanted: Filters) => {
    putInOrder(from, to);
    pushQuery({ from: from.value, to: to.value, ...wanted });
    show();
  };
  for (const select of [from, to]) select.addEventListener("change", () => go(filters));
  const loading = loadData<ComparableChanges>("explorer/changes");
  const show = showData(
    () => loading,
    differences,
    "The changes",
    (data) => {
      const asked = readAddress(from, to);
      filters = asked.filters;
      render(
        <>
          {faultsOf(asked.unknown, filters, data).map((fault) => (
            <p key={fault} role="alert">
              {fault}
            </p>
          ))}
          <Differences
            {...between(data, from.value, to.value)}
            data={data}
            filters={filters}
            choose={(name, value) => go({ ...filters, [name]: value })}
          />
        </>,
        differences,
      );
    },
  );
}

/** A message for each thing that the address names and that does not exist. */
function faultsOf(
  unknown: readonly string[],
  { side, role, hero }: Filters,
  data: ComparableChanges,
) {
  const isSide = ["", ...SIDES.map((one) => one.side)].includes(side);
  return [
    unknown.length > 0 && `There is no patch called ${unknown.join(", ")}.`,
    !isSide && `There is no side called ${side}; there are buffs, nerfs and other.`,
    !["", ...Object.values(data.roles)].includes(role) && `There is no role called ${role}.`,
    !["", ...Object.keys(data.roles)].includes(hero) && `There is no hero called ${hero}.`,
  ].filter((fault) => fault !== false);
}

const from = document.querySelector<HTMLSelectElement>("#from");
const to = document.querySelector<HTMLSelectElement>("#to");
const differences = document.querySelector<HTMLElement>("#differences");
if (from !== null && to !== null && differences !== null) connect(from, to, differences);
