import { capital } from "../format.ts";
import { pushQuery, queryValue } from "./load.ts";

/** Filters a page by its address, `?role=tank&subrole=bruiser`. Chips and lists change it. */
const chips = [...document.querySelectorAll<HTMLAnchorElement>("a[data-filter]")];
const lists = [...document.querySelectorAll<HTMLSelectElement>("select[data-filter]")];
const items = [...document.querySelectorAll<HTMLElement>("[data-item]")];
const groups = [...document.querySelectorAll<HTMLElement>("[data-group]")];
const matrix = document.querySelector(".matrix-box");
const cards = document.querySelector<HTMLElement>(".patch-cards");
const noMatch = document.querySelector<HTMLElement>(".no-match");

/** The filters of the page. Other names in the address have no effect. */
const names = new Set([...chips, ...lists].map(({ dataset }) => dataset["filter"] ?? ""));

function show(): void {
  const asked = new URLSearchParams(location.search);
  const wanted = [...names].filter((name) => asked.get(name));
  for (const item of items) item.hidden = !matches(item, asked);
  // The style hides the lines of the other sides in the cards that are left. It shows heroes that
  // have only changes in common with others where a filter asks for them.
  const side = asked.get("side") ?? "";
  if (cards !== null) cards.dataset["shown"] = side || wanted.join();
  for (const fold of cards?.querySelectorAll<HTMLDetailsElement>(".more") ?? [])
    fold.open = side !== "";
  if (asked.get("hero"))
    for (const fold of cards?.querySelectorAll("[data-item]:not([hidden]) details") ?? [])
      fold.setAttribute("open", "");
  if (noMatch !== null) noMatch.hidden = items.some(({ hidden }) => !hidden);
  showSeason(asked.get("season") ?? "");
  const isFree = wanted.length === 0;
  for (const chip of chips) {
    const { filter = "", value = "" } = chip.dataset;
    const isOn = value === "" ? isFree : asked.get(filter) === value;
    if (isOn) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
    if (isOn && value !== "") chip.parentElement?.scrollTo({ left: chip.offsetLeft - 16 });
    const also = new URLSearchParams(asked);
    also.set(filter, value);
    const left = items.filter((item) => item.dataset["hero"] && matches(item, also));
    const amount = cards && value && chip.querySelector("small");
    if (amount) amount.textContent = `${left.length}`;
  }
  for (const list of lists) {
    const value = asked.get(list.dataset["filter"] ?? "") ?? "";
    list.value = value;
    if (list.selectedIndex === -1)
      list.add(new Option(`${capital(value)}: no changes`, value, true, true));
    if (value !== "") list.parentElement?.scrollTo({ left: list.offsetLeft - 16 });
  }
  for (const group of groups) {
    group.hidden = group.querySelector("[data-item]:not([hidden])") === null;
    if (!isFree && group instanceof HTMLDetailsElement && group.matches(".year")) group.open = true;
  }
}

/** Whether an item has what the filters of an address ask for, as far as they are about it. */
function matches(item: HTMLElement, asked: URLSearchParams): boolean {
  return [...names].every((name) => {
    const value = asked.get(name);
    return !value || (item.dataset[name]?.split(" ").includes(value) ?? true);
  });
}

/** Shows the columns of one season, or all. The last row of the head has the season of each. */
function showSeason(season: string): void {
  for (const head of matrix?.querySelectorAll<HTMLElement>("[data-season]") ?? [])
    head.hidden = season !== "" && head.dataset["season"] !== season;
  const columns = matrix?.querySelector<HTMLTableRowElement>("thead tr:last-child")?.cells;
  for (const row of matrix?.querySelectorAll<HTMLTableRowElement>("tbody tr:not(.role)") ?? [])
    for (const [at, cell] of [...row.cells].entries()) cell.hidden = columns?.[at]?.hidden ?? false;
  matrix?.scrollTo({ left: matrix.scrollWidth }); // the newest patch is in sight
}

/** Makes one tab stop of a table of links. The arrow keys move in it. */
function connectGrid(table: HTMLTableElement): void {
  const links = [...table.querySelectorAll<HTMLElement>("a")];
  for (const link of links) link.tabIndex = -1;
  if (links[0] !== undefined) links[0].tabIndex = 0;
  table.addEventListener("focusin", ({ target }) => {
    for (const link of links) link.tabIndex = link === target ? 0 : -1;
  });
  table.addEventListener("keydown", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("td, th") : null;
    const row = cell?.parentElement;
    if (!(cell instanceof HTMLTableCellElement) || !(row instanceof HTMLTableRowElement)) return;
    const [down, right] = STEPS[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    let y = row.rowIndex + down;
    let x = cell.cellIndex + right;
    for (let at = table.rows[y]?.cells[x]; at; at = table.rows[y]?.cells[x]) {
      const link = at.closest("[hidden]") === null ? at.querySelector("a") : null;
      if (link !== null) return link.focus();
      [y, x] = [y + down, x + right];
    }
  });
}

/** The rows and columns that a key moves by. */
const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

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
for (const table of document.querySelectorAll<HTMLTableElement>(".matrix")) connectGrid(table);
addEventListener("popstate", show);
show();

// The newest patches are at the right end. A small window would not show them.
if (matrix !== null) matrix.scrollLeft = matrix.scrollWidth;
