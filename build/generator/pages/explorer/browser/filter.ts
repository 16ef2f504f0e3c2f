import type { PatchDetails } from "../../../../core/schema/details.ts";
import { capital } from "../format.ts";
import { loadData, pushQuery, queryValue } from "./load.ts";

/** Filters a page by its address, `?side=nerfed&role=tank`. Chips and lists change it. */
const chips = [...document.querySelectorAll<HTMLAnchorElement>("a[data-filter]")];
const lists = [...document.querySelectorAll<HTMLSelectElement>("select[data-filter]")];
const items = [...document.querySelectorAll<HTMLElement>("[data-item]")];
const groups = [...document.querySelectorAll<HTMLElement>("[data-group]")];
const matrix = document.querySelector(".matrix-box");
const tables = document.querySelectorAll<HTMLTableElement>(".matrix");
const heroRows = [...document.querySelectorAll<HTMLTableRowElement>(".matrix tbody tr:not(.role)")];
const mapRows = [...document.querySelectorAll<HTMLTableRowElement>(".maps tr[data-item]")];
const groupOf = new Map<HTMLElement, HTMLElement | null>(
  [...heroRows, ...mapRows].map((row) => [row, row.parentElement]),
);
const cards = document.querySelector<HTMLElement>(".patch-cards");
const noMatch = document.querySelector<HTMLElement>(".no-match");

/** The filters of the page. Other names in the address have no effect. */
const names = new Set([...chips, ...lists].map(({ dataset }) => dataset["filter"] ?? ""));

function show(): void {
  const asked = new URLSearchParams(location.search);
  const sort = asked.get("sort") ?? "";
  const wanted = [...names].filter((name) => name !== "sort" && asked.get(name));
  for (const item of items) item.hidden = !matches(item, asked);
  // The style hides the lines of the other sides in the cards that are left.
  const side = asked.get("side") ?? "";
  if (cards !== null) cards.dataset["shown"] = side || wanted.join();
  for (const fold of cards?.querySelectorAll<HTMLDetailsElement>(".fold") ?? [])
    fold.open = side !== "";
  if (asked.get("hero"))
    for (const fold of cards?.querySelectorAll("[data-item]:not([hidden]) details") ?? [])
      fold.setAttribute("open", "");
  if (noMatch !== null) noMatch.hidden = items.some(({ hidden }) => !hidden);
  for (const table of tables) showTotals(table, sort);
  const dayOf = (row: HTMLElement) => row.dataset[sort] ?? "";
  sortRows(mapRows, sort, (a, b) => dayOf(b).localeCompare(dayOf(a)));
  const isFree = wanted.length === 0;
  const chosen: HTMLElement[] = [];
  for (const chip of chips) {
    const { filter = "", value = "" } = chip.dataset;
    const isOn = value === "" ? isFree : asked.get(filter) === value;
    if (isOn) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
    if (isOn && value !== "") chosen.push(chip);
    const also = new URLSearchParams(asked);
    also.set(filter, value);
    const left = items.filter((item) => item.dataset["hero"] && matches(item, also));
    const amount = cards && value && chip.querySelector("small");
    if (amount) amount.textContent = `${new Set(left.map(({ dataset }) => dataset["hero"])).size}`;
  }
  for (const list of lists) {
    const value = asked.get(list.dataset["filter"] ?? "") ?? "";
    list.value = value;
    if (list.selectedIndex === -1)
      list.add(new Option(`${capital(value)}: no changes`, value, true, true));
    list.toggleAttribute("data-chosen", value !== "");
    if (value !== "") chosen.push(list);
  }
  // On a phone the style puts them first.
  const left = Math.min(...chosen.map(({ offsetLeft }) => offsetLeft)) - 16;
  if (chosen.length > 0) chosen[0]?.parentElement?.scrollTo({ left });
  for (const group of groups) {
    const all = [...group.querySelectorAll<HTMLElement>("[data-item]")];
    const amount = all.filter(({ hidden }) => !hidden).length;
    group.hidden = amount === 0;
    const place = group.querySelector("[data-left]");
    if (place) place.textContent = amount < all.length ? `${amount} of ` : "";
    group.toggleAttribute("data-part", amount < all.length);
    if (!isFree && group instanceof HTMLDetailsElement) group.open = true;
  }
}

/** Whether an item has what the filters of an address ask for, as far as they are about it. */
function matches(item: HTMLElement, asked: URLSearchParams): boolean {
  return [...names].every((name) => {
    const value = asked.get(name);
    return !value || (item.dataset[name]?.split(" ").includes(value) ?? true);
  });
}

/** Adds up the buffs and nerfs in sight, and sorts the heroes by them, or by role. */
function showTotals(table: HTMLTableElement, sort: string): void {
  const head = [...(table.querySelector("thead tr:last-child")?.children ?? [])];
  const sums = new Map([...table.querySelectorAll("td b")].map((place) => [place, 0]));
  for (const row of heroRows)
    for (const [at, cell] of [...row.cells].entries())
      for (const [kind, amount] of Object.entries(cell.querySelector("a")?.dataset ?? {}))
        for (const total of [row.lastElementChild, head[at], head.at(-1)]) {
          const place = total?.querySelector(`.${kind}`);
          if (place && !row.hidden) sums.set(place, (sums.get(place) ?? 0) + Number(amount));
        }
  for (const [place, sum] of sums) place.textContent = `${sum || ""}`;
  const sumOf = (row: Element) =>
    Number(row.querySelector(`:scope > :last-child .${sort}`)?.textContent);
  sortRows(heroRows, sort, (a, b) => sumOf(b) - sumOf(a));
}

/** Sorts the rows of a table in one group, or puts them back into theirs. */
function sortRows<Row extends HTMLElement>(
  rows: readonly Row[],
  sort: string,
  compare: (a: Row, b: Row) => number,
): void {
  const [first] = rows;
  for (const row of sort === "" ? rows : rows.toSorted(compare))
    groupOf.get(sort === "" ? row : (first ?? row))?.append(row);
  first?.closest("table")?.classList.toggle("sorted", sort !== "");
}

/** Makes one tab stop of a table of links. The keys of a grid move in it, over what has no link. */
function connectGrid(table: HTMLTableElement): void {
  const links = [...table.querySelectorAll<HTMLElement>("a")];
  const rowsOf = () => [...table.rows].filter((row) => row.querySelector("a") !== null);
  for (const link of links) link.tabIndex = -1;
  const first = table.querySelector<HTMLElement>("tbody a");
  if (first !== null) first.tabIndex = 0;
  table.addEventListener("focusin", ({ target }) => {
    for (const link of links) link.tabIndex = link === target ? 0 : -1;
  });
  let marked: HTMLTableCellElement[] = [];
  let waiting: ReturnType<typeof setTimeout>;
  const mark = ({ target }: Event) => {
    clearTimeout(waiting);
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("td a[aria-label]");
    if (link) waiting = setTimeout(describe, 100, link);
    const at = target instanceof Element ? target.closest("td")?.cellIndex : undefined;
    for (const cell of marked) cell.classList.remove("on");
    marked = at === undefined ? [] : rowsOf().flatMap(({ cells }) => cells[at] ?? []);
    for (const cell of marked) cell.classList.add("on");
  };
  // A finger cannot point: its first tap shows the cell, and its second one opens it.
  let tapped: EventTarget | null = null;
  table.addEventListener("click", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("tbody td") : null;
    if (!(event instanceof PointerEvent) || event.pointerType !== "touch" || !cell) return;
    if (cell !== tapped) event.preventDefault();
    tapped = cell;
  });
  table.addEventListener("pointerover", mark);
  table.addEventListener("focusin", mark);
  table.addEventListener("keydown", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("td, th") : null;
    const row = cell?.parentElement;
    if (!(cell instanceof HTMLTableCellElement) || !(row instanceof HTMLTableRowElement)) return;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const rows = rowsOf();
    const way = waysFrom(rows, rows.indexOf(row), cell.cellIndex)[event.key];
    if (way === undefined) return;
    event.preventDefault();
    for (const next of way) {
      const link = next?.closest("[hidden]") === null ? next.querySelector("a") : null;
      if (link !== null) return link.focus();
    }
  });
}

/** Shows what a cell is about below the table: its patch, its counts, and the summary. */
async function describe(link: HTMLAnchorElement): Promise<void> {
  const box = document.querySelector(".cell-detail");
  const column = link.closest("td")?.cellIndex ?? 0;
  const head = link.closest("table")?.tHead?.rows[1]?.cells[column]?.querySelector("a");
  const place = document.createElement("a");
  place.href = link.href;
  place.textContent = `${head?.textContent}, ${head?.title}. ${link.ariaLabel}`;
  box?.replaceChildren(place);
  const [path = "", hero] = link.href.split("#heroes-");
  const patch = `details/patches${path.slice(path.lastIndexOf("/"))}`;
  const { heroes } = await loadData<PatchDetails>(patch);
  const summary = heroes.find(({ id }) => id === hero)?.summary ?? "";
  if (box?.contains(place)) box.append(document.createElement("br"), summary);
}

type Way = readonly (HTMLTableCellElement | undefined)[];

/** The cells that each key leads to, the nearest to its goal first. */
function waysFrom(
  rows: readonly HTMLTableRowElement[],
  y: number,
  x: number,
): Readonly<Record<string, Way>> {
  const row = [...(rows[y]?.cells ?? [])];
  const column = rows.map(({ cells }) => cells[x]);
  return {
    ArrowDown: column.slice(y + 1),
    ArrowUp: column.slice(0, y).reverse(),
    ArrowLeft: row.slice(0, x).reverse(),
    ArrowRight: row.slice(x + 1),
    Home: row,
    End: row.toReversed(),
  };
}

/** Keeps the head of a table in sight whose box scrolls sideways. Else the style does. */
function keepHead(table: HTMLTableElement): void {
  const [box, head] = [table.parentElement, table.tHead];
  if (box === null || head === null) return;
  addEventListener("scroll", () => {
    const above = getComputedStyle(box).overflowX === "auto" ? box.getBoundingClientRect().top : 0;
    head.style.translate = above < 0 ? `0 ${-above}px` : "";
  });
}

function choose(name: string, value: string): void {
  pushQuery({ [name]: queryValue(name) === value ? "" : value });
  show();
}

for (const chip of chips) {
  chip.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { filter = "", value = "" } = chip.dataset;
    if (value !== "") return choose(filter, value);
    history.pushState(null, "", location.pathname);
    show();
  });
}
for (const list of lists) {
  list.addEventListener("change", () => choose(list.dataset["filter"] ?? "", list.value));
}
for (const table of tables) {
  connectGrid(table);
  keepHead(table);
}
addEventListener("popstate", show);
show();

// The newest patches are at the right end. A small window would not show them.
if (matrix !== null) matrix.scrollLeft = matrix.scrollWidth;
