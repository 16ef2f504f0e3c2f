import { render } from "preact";
import { countEffects, totalOf } from "../../../../core/game/effects.ts";
import { ROLES } from "../../../../core/game/roles.ts";
import { isKit } from "../../../../core/game/targets.ts";
import { stepOf, subjectOf, titleOfId } from "../../../../core/game/words.ts";
import type { HeroList, ChangeList as ListedChanges } from "../../../../core/schema/lists.ts";
import { capital, count, shortDate } from "../format.ts";
import {
  anchorOf,
  type Change,
  ChangeList,
  type Group,
  groupsOf,
  pageOf,
  SharedChanges,
  splitShared,
} from "../parts/changes.tsx";
import { CountCells, Mark } from "../parts/mark.tsx";
import { LessSureKey } from "../parts/proof.tsx";
import { COUNT_COLUMNS, changesByThing } from "../tally.ts";
import { Choice, Letters, RoleToggles, Toggle } from "./choices.tsx";
import { patchAsOf } from "./data.ts";
import { foldChanges, REVERSED } from "./fold-changes.ts";
import { addressOf, loadData, queryValue, showData } from "./load.ts";

/** The effects of changes that a side shows; the last side shows all others. */
const SIDES = [
  { side: "buffed", effect: "buff", label: "With buffs" },
  { side: "nerfed", effect: "nerf", label: "With nerfs" },
  { side: "other", effect: "neutral", label: "Other" },
] as const;

/** What is counted of a thing. */
const COLUMNS = COUNT_COLUMNS.slice(0, 3);

type Listed = HeroList["data"][number];

/** All changes, and the heroes by id. */
type Data = ListedChanges & { heroes: ReadonlyMap<string, Listed> };

/** The filters of the address. An empty one lets everything pass. */
type Filters = typeof NO_FILTERS;

const NO_FILTERS = { side: "", role: "", hero: "" };

type Chosen = {
  data: Data;
  filters: Filters;
  /** Whether the address opens all cards. */
  isOpen: boolean;
  choose: (chosen?: Readonly<Record<string, string>>) => void;
};

/** Gives the name of a thing by its path. */
function nameIn({ names }: Data): (path: string) => string {
  return (path) => names[path] ?? titleOfId(path.slice(path.lastIndexOf("/") + 1));
}

/** What differs after one patch from another one. Parts of the built pages draw it. */
function Differences({ from, to, isOpen, ...chosen }: Chosen & { from: string; to: string }) {
  const { data, filters, choose } = chosen;
  const isBack = from > to;
  const [first, last] = isBack ? [to, from] : [from, to];
  const patches = data.data.filter(({ id }) => id > first && id <= last);
  const steps = patches.toReversed().flatMap((patch) => patch.changes.map(withReason));
  const changes = foldChanges(steps).map((change) => {
    const label = data.labels[change.target.slice(change.target.lastIndexOf("/") + 1)];
    const words = subjectOf(change.target, nameIn(data), label);
    return { ...change, ...words, ...(isBack && reversed(change)) };
  });
  const unexplained = patches.reduce((sum, { unexplained: own = 0 }) => sum + own, 0);
  const wantedOf = (all: readonly Change[]) =>
    all.filter((change) => isWanted(change, filters, data));
  const wanted = wantedOf(changes);
  const sum = totalOf(countEffects(wanted));
  const { own, shared: all } = splitShared(changes);
  const shared = all
    .map((one) => ({ ...one, changes: wantedOf(one.changes) }))
    .filter((one) => one.changes.length > 0);
  const groups = groupsOf(
    wantedOf(own),
    nameIn(data),
    shared.flatMap((one) => one.changes),
  );
  return (
    <>
      <FilterChips changes={changes} {...chosen} />
      <div class="row">
        <p>
          {sum === 0 ? (
            "No differences match."
          ) : (
            <>
              <b>{count(sum, "changed value")}</b> of{" "}
              {count(changesByThing(wanted).size, "hero, map or rule", "heroes, maps and rules")}
              {isBack && ", going back"}.
            </>
          )}
          {unexplained > 0 && (
            <>
              {" "}
              <a href={addressOf("gaps")}>{count(unexplained, "more change")}</a> that no patch
              explains are not listed.
            </>
          )}
        </p>
        <Toggle isOn={isOpen} onClick={() => choose({ cards: isOpen ? "" : "open" })}>
          Open all
        </Toggle>
      </div>
      <div class="row">
        <details>
          <summary>From {count(patches.length, "patch", "patches")}</summary>
          <p class="row">
            {patches.map(({ id }) => (
              <a key={id} href={addressOf(`patches/${id}`)}>
                {shortDate(id)}
              </a>
            ))}
          </p>
        </details>
        <LessSureKey />
      </div>
      <p class="difference label" aria-hidden="true">
        <span />
        {COLUMNS.map(({ label }) => (
          <span key={label} class="count">
            {label}
          </span>
        ))}
        <span>First changes</span>
      </p>
      {[...ROLES, "shared", ""].map((role) => {
        if (role === "shared")
          return <SharedChanges key={role} shared={shared} nameOf={nameIn(data)} />;
        const ofRole = groups.filter((group) => roleOf(group, data) === role);
        const rows = ofRole.filter((group) => group.own.length > 0);
        return ofRole.length === 0 ? null : (
          <section key={role} class="differences">
            <h2>
              {capital(role) || "Maps and rules"}{" "}
              <span class="soft small">{role && count(ofRole.length, "hero", "heroes")}</span>
            </h2>
            {rows.map((group) => (
              <Card key={group.thing} group={group} isOpen={isOpen} data={data} />
            ))}
            {role && rows.length < ofRole.length && (
              <p class="small">
                <a href="#shared">Shared changes</a> only:{" "}
                {ofRole
                  .filter((group) => group.own.length === 0)
                  .map(({ thing, name }, at) => (
                    <>
                      {at > 0 && ", "}
                      <a key={thing} id={anchorOf(thing)} href={addressOf(thing)}>
                        {name}
                      </a>
                    </>
                  ))}
              </p>
            )}
          </section>
        );
      })}
    </>
  );
}

const reversed = ({ from, to, effect }: Pick<Change, "from" | "to" | "effect">) => ({
  from: to,
  to: from,
  effect: REVERSED[effect] ?? effect,
});

/** The role of a hero; empty for all else. */
function roleOf({ thing }: Group, { heroes }: Data): string {
  return heroes.get(thing.replace("heroes/", ""))?.role ?? "";
}

type CardProps = { group: Group; isOpen: boolean; data: Data };

/** A thing with its own differences, in a line that opens. */
function Card({ group: { thing, name, own }, isOpen, data }: CardProps) {
  const page = pageOf(thing, data.gone);
  const hero = data.heroes.get(thing.replace("heroes/", ""));
  const listed = own.filter(({ target }) => !isKit(target));
  return (
    <details id={anchorOf(thing)} open={isOpen}>
      <summary class="difference">
        <span class="with-emblem">
          {hero && <Letters hero={hero} isLittle />} <b>{name}</b>
        </span>
        <CountCells counts={{ own: countEffects(own) }} columns={COLUMNS} as="span" />
        <span class="soft small">
          {listed.slice(0, 2).map((change, at) => (
            <span key={change.target}>
              {at > 0 && " · "}
              {capital(`${change.part} ${change.field}`.trim())} {stepOf(change)}
            </span>
          ))}
        </span>
      </summary>
      <ChangeList changes={own} />
      {page && (
        <p class="small">
          <a href={addressOf(page)}>More about {name}</a>
        </p>
      )}
    </details>
  );
}

/** A change with words for its gap. */
function withReason({ gap, scope, ...change }: ListedChanges["data"][number]["changes"][number]) {
  const reason = gap && { gap: "the page of the patch says why" };
  return { ...change, scope: scope ?? null, ...reason };
}

type FilterProps = Omit<Chosen, "isOpen"> & { changes: readonly Change[] };

/** Filters by side, role and hero. Each is part of the address, and shows how many it leaves. */
function FilterChips({ changes, data, filters, choose }: FilterProps) {
  const left = (also: Partial<Filters>) =>
    changesByThing(changes.filter((one) => isWanted(one, { ...filters, ...also }, data))).size;
  // The hero of the filter is listed also if it does not differ.
  const heroes = [...data.heroes.values()].filter(
    ({ id }) =>
      id === filters.hero || changes.some(({ target }) => target.startsWith(`heroes/${id}/`)),
  );
  const isFree = filters.side + filters.role + filters.hero === "";
  return (
    <nav class="chips" aria-label="Filter differences">
      <Toggle isOn={isFree} onClick={() => choose(NO_FILTERS)} count={left(NO_FILTERS)}>
        All
      </Toggle>
      {SIDES.map(({ side, effect, label }) => (
        <Toggle
          key={side}
          isOn={filters.side === side}
          onClick={() => choose({ side: filters.side === side ? "" : side })}
          count={left({ side })}
        >
          <Mark effect={effect} /> {label}
        </Toggle>
      ))}
      <span class="divider" />
      <RoleToggles
        chosen={filters.role}
        choose={(role) => choose({ role })}
        countOf={(role) => left({ role })}
      />
      <Choice
        label="Hero"
        chosen={filters.hero}
        options={[["", "Any hero"], ...heroes.map(({ id, name }) => [id, name] as const)]}
        choose={(hero) => choose({ hero })}
      />
    </nav>
  );
}

function isWanted({ target, effect }: Change, { side, role, hero }: Filters, data: Data): boolean {
  const own = SIDES.find((one) => one.effect === effect)?.side ?? "other";
  const of = data.heroes.get(target.split("/")[1] ?? "");
  return (
    ["", own].includes(side) &&
    (role === "" || role === of?.role) &&
    (hero === "" || hero === of?.id)
  );
}

/** Whether the address asks for a side, which an older one calls `buffs`. */
function isSide({ side, effect }: (typeof SIDES)[number]): boolean {
  return [side, `${effect}s`].includes(queryValue("side"));
}

async function loadAll(): Promise<Data> {
  const [changes, heroes] = await Promise.all([
    loadData<ListedChanges>("lists/changes"),
    loadData<HeroList>("lists/heroes"),
  ]);
  return { ...changes, heroes: new Map(heroes.data.map((hero) => [hero.id, hero])) };
}

/** Sets the two lists to the patches of the address. Returns unknown ones. */
function readPatches(lists: readonly HTMLSelectElement[]): string[] {
  return lists.flatMap((list) => {
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
}

function connect(from: HTMLSelectElement, to: HTMLSelectElement, differences: HTMLElement): void {
  readPatches([from, to]);
  const loading = loadAll();
  const change = showData(
    () => loading,
    differences,
    "The changes",
    (data) => {
      const unknown = readPatches([from, to]);
      const filters: Filters = {
        side: SIDES.find(isSide)?.side ?? "",
        role: queryValue("role"),
        hero: queryValue("hero"),
      };
      const isKnown = filters.hero === "" || data.heroes.has(filters.hero);
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
            isOpen={queryValue("cards") === "open"}
            choose={choose}
          />
        </>,
        differences,
      );
    },
  );
  const choose: Chosen["choose"] = (chosen = {}) =>
    change({ from: from.value, to: to.value, ...chosen });
  for (const list of [from, to]) list.addEventListener("change", () => choose());
  document.querySelector("#swap")?.addEventListener("click", () => {
    [from.value, to.value] = [to.value, from.value];
    choose();
  });
}

const from = document.querySelector<HTMLSelectElement>("#from");
const to = document.querySelector<HTMLSelectElement>("#to");
const differences = document.querySelector<HTMLElement>("#differences");
if (from !== null && to !== null && differences !== null) connect(from, to, differences);
