import { render } from "preact";
import { subjectOf, titleOfId } from "../../../../core/game/words.ts";
import type { HeroList, ChangeList as ListedChanges } from "../../../../core/schema/lists.ts";
import { count } from "../format.ts";
import {
  anchorOf,
  type Change,
  ChangeList,
  describeGroups,
  groupsOf,
  pageOf,
} from "../parts/changes.tsx";
import { Choice, Toggle } from "./choices.tsx";
import { patchAsOf } from "./data.ts";
import { foldChanges } from "./fold-changes.ts";
import { addressOf, loadData, pushQuery, queryValue, showData } from "./load.ts";

const SIDES = [
  { side: "buffs", label: "Buffs" },
  { side: "nerfs", label: "Nerfs" },
  { side: "other", label: "Other" },
] as const;

/** All changes, and the roles of the heroes. */
type Data = ListedChanges & { roles: Readonly<Record<string, string>> };

/** The filters of the address. An empty one lets everything pass. */
type Filters = { side: string; role: string; hero: string };

type Chosen = {
  data: Data;
  filters: Filters;
  choose: (name: keyof Filters, value: string) => void;
};

/** Gives the name of a thing by its path. */
function nameIn({ names }: Data): (path: string) => string {
  return (path) => names[path] ?? titleOfId(path.slice(path.lastIndexOf("/") + 1));
}

/** The differences between two patches, the older one first. Parts of the built pages draw them. */
function Differences({ from, to, ...chosen }: Chosen & { from: string; to: string }) {
  const { data, filters } = chosen;
  const patches = data.data.filter(({ id }) => id > from && id <= to).toReversed();
  const changes = foldChanges(patches.flatMap((patch) => patch.changes.map(withReason))).map(
    (change) => {
      const label = data.labels[change.target.slice(change.target.lastIndexOf("/") + 1)];
      return { ...change, ...subjectOf(change.target, nameIn(data), label) };
    },
  );
  const unexplained = patches.reduce((sum, { unexplained: own = 0 }) => sum + own, 0);
  const shown = changes.filter((change) => isWanted(change, filters, data));
  const groups = groupsOf(shown, nameIn(data));
  return (
    <>
      <FilterChips changes={changes} {...chosen} />
      <p class="lead">
        {shown.length === 0
          ? "No differences match."
          : `${count(shown.length, "difference")} in ${describeGroups(groups)}, from ` +
            `${count(patches.length, "patch", "patches")}.`}
      </p>
      {unexplained === 0 ? null : (
        <p class="small soft">
          Not listed: {count(unexplained, "change")} that no patch explains, which are in{" "}
          <a href={addressOf("gaps.json")}>gaps.json</a>.
        </p>
      )}
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

/** A change with words for its gap. */
function withReason({ gap, ...change }: ListedChanges["data"][number]["changes"][number]) {
  return { ...change, ...(gap && { gap: "the page of the patch says why" }) };
}

/** Filters by side, role and hero. Each is part of the address. */
function FilterChips({ changes, data, filters, choose }: Chosen & { changes: readonly Change[] }) {
  const nameOf = nameIn(data);
  const chip = (name: "side" | "role", value: string, label: string) => (
    <Toggle
      key={value}
      label={label}
      isOn={filters[name] === value}
      onClick={() => choose(name, filters[name] === value ? "" : value)}
    />
  );
  const changed = changes.map(({ target }) => target.split("/"));
  // The hero of the filter is listed also if it does not differ.
  const heroes = [filters.hero, ...changed.flatMap(([of, id]) => (of === "heroes" ? id : []))];
  return (
    <nav class="chips" aria-label="Filter differences">
      {SIDES.map(({ side, label }) => chip("side", side, label))}
      <span class="divider" />
      {[...new Set(Object.values(data.roles))].map((role) =>
        chip("role", role, nameOf(`roles/${role}`)),
      )}
      <Choice
        label="Hero"
        chosen={filters.hero}
        options={[...new Set(["", ...heroes.sort()])].map((id = "") => [
          id,
          id === "" ? "Any hero" : nameOf(`heroes/${id}`),
        ])}
        choose={(value) => choose("hero", value)}
      />
    </nav>
  );
}

function isWanted({ target, effect }: Change, { side, role, hero }: Filters, data: Data): boolean {
  const [collection, id = ""] = target.split("/");
  const own = effect === "buff" ? "buffs" : effect === "nerf" ? "nerfs" : "other";
  const of = collection === "heroes" ? { hero: id, role: data.roles[id] } : {};
  return (
    ["", own].includes(side) &&
    (role === "" || role === of.role) &&
    (hero === "" || hero === of.hero)
  );
}

async function loadAll(): Promise<Data> {
  const [changes, heroes] = await Promise.all([
    loadData<ListedChanges>("lists/changes"),
    loadData<HeroList>("lists/heroes"),
  ]);
  return { ...changes, roles: Object.fromEntries(heroes.data.map(({ id, role }) => [id, role])) };
}

/** Sets the two lists to the patches of the address, the older one first. Returns unknown ones. */
function readPatches(lists: readonly [from: HTMLSelectElement, to: HTMLSelectElement]): string[] {
  const unknown = lists.flatMap((list) => {
    const options = [...list.options];
    const first = options.find(({ defaultSelected }) => defaultSelected)?.value ?? "";
    const wanted = queryValue(list.id) || first;
    const found = patchAsOf(
      options.map(({ value: id }) => ({ id })),
      wanted,
    );
    list.value = found ?? first;
    return found === undefined ? wanted : [];
  });
  putInOrder(lists);
  return unknown;
}

function putInOrder([from, to]: readonly [HTMLSelectElement, HTMLSelectElement]): void {
  if (from.value > to.value) [from.value, to.value] = [to.value, from.value];
}

function connect(from: HTMLSelectElement, to: HTMLSelectElement, differences: HTMLElement): void {
  readPatches([from, to]);
  const loading = loadAll();
  const show = showData(
    () => loading,
    differences,
    "The changes",
    (data) => {
      const unknown = readPatches([from, to]);
      const filters: Filters = {
        side: queryValue("side"),
        role: queryValue("role"),
        hero: queryValue("hero"),
      };
      const isKnown = filters.hero === "" || filters.hero in data.roles;
      render(
        <>
          {unknown.length === 0 ? null : (
            <p role="alert">There is no patch called {unknown.join(", ")}.</p>
          )}
          {isKnown ? null : <p role="alert">There is no hero called {filters.hero}.</p>}
          <Differences
            data={data}
            filters={filters}
            from={from.value}
            to={to.value}
            choose={(name, value) => {
              pushQuery({ from: from.value, to: to.value, [name]: value });
              show();
            }}
          />
        </>,
        differences,
      );
    },
  );
  for (const list of [from, to])
    list.addEventListener("change", () => {
      putInOrder([from, to]);
      pushQuery({ from: from.value, to: to.value });
      show();
    });
}

const from = document.querySelector<HTMLSelectElement>("#from");
const to = document.querySelector<HTMLSelectElement>("#to");
const differences = document.querySelector<HTMLElement>("#differences");
if (from !== null && to !== null && differences !== null) connect(from, to, differences);
