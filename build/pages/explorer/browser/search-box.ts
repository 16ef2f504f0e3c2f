import type { Find, Finding, Found } from "./find.ts";
import { addressOf, loadScript } from "./load.ts";
import { recentlyFound, remember } from "./recent.ts";
import { listItemOf } from "./search-words.ts";

/**
 * The search box: a combobox with a list (WAI-ARIA Authoring Practices, "Editable Combobox With
 * List Autocomplete").
 */
function connect(input: HTMLInputElement, list: HTMLElement, told: HTMLElement): void {
  let find: Find | undefined;
  let shown: Found[] = [];
  let active = -1;

  const load = async () => {
    if (globalThis.gamedataFind === undefined) await loadScript("search.js");
    find ??= await globalThis.gamedataFind?.();
  };

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const choose = (at: number) => {
    active = at;
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", `${index === at}`);
      if (index === at) option.scrollIntoView({ block: "nearest" });
    }
    if (at === -1) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", optionId(at));
  };

  const show = () => {
    if (find === undefined) return;
    const query = input.value.trim();
    const { found, isGuess }: Finding =
      query === "" ? { found: recentlyFound(), isGuess: false } : find(query);
    shown = query === "" ? found : [...found, everythingFor(query, found.length)];
    list.replaceChildren(...shown.map(optionOf));
    list.classList.toggle("guess", isGuess);
    list.classList.toggle("recent", query === "");
    if (shown.length === 0) close();
    else {
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
      choose(isGuess || query === "" ? -1 : 0);
    }
    told.textContent = inWords(input.value, found, isGuess);
  };

  const go = (found: Found | undefined) => {
    const query = input.value.trim();
    const target = found ?? (query === "" ? undefined : everythingFor(query, 0));
    if (target === undefined) return;
    if (found !== undefined && !target.path.startsWith("search?")) remember(found);
    location.href = addressOf(target.path);
  };

  // without its index the box finds nothing, and says nothing
  const update = () => load().then(show, () => undefined);
  input.addEventListener("focus", update);
  input.addEventListener("input", update);
  input.addEventListener("blur", close);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus
  list.addEventListener("click", (event) => {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    if (option !== null) go(shown[[...list.children].indexOf(option)]);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // an input method is still putting a word together
    const last = shown.length - 1;
    if (event.key === "Enter")
      go(shown[active] ?? (input.value.trim() === "" ? undefined : shown[0]));
    else if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "Escape") input.value = "";
    else if (event.key === "ArrowDown" && last >= 0) move(active >= last ? 0 : active + 1);
    else if (event.key === "ArrowUp" && last >= 0) move(active <= 0 ? last : active - 1);
    else return;
    event.preventDefault();
  });
  function move(at: number): void {
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    choose(at);
  }
}

function optionOf(found: Found, at: number): HTMLElement {
  const option = document.createElement("div");
  option.id = optionId(at);
  option.setAttribute("role", "option");
  option.append(...listItemOf(found));
  return option;
}

/** The way to the page of the search, behind what was found. */
function everythingFor(query: string, found: number): Found {
  const path = `search?q=${encodeURIComponent(query)}`;
  const name = found === 0 ? "See what can be found" : "All results";
  return { path, name, what: `for “${query}”`, spelling: undefined };
}

function optionId(at: number): string {
  return `found-${at}`;
}

function inWords(query: string, found: readonly Found[], isGuess: boolean): string {
  if (query.trim() === "") return "";
  if (found.length === 0) return "Nothing found";
  return isGuess ? `Nothing found; did you mean ${found[0]?.name}?` : `${found.length} found`;
}

/** `/` and Ctrl+K lead to the box. */
function focusByKey(input: HTMLInputElement): void {
  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
    const isSlash = event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey;
    const isCommand = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (event.altKey || !(isSlash || isCommand)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** Brings the search box of the page to life, where there is one. */
export function connectSearchBox(): void {
  const input = document.querySelector<HTMLInputElement>("#find");
  const list = document.querySelector<HTMLElement>("#found");
  const told = document.querySelector<HTMLElement>("#told");
  if (input === null || list === null || told === null) return;
  focusByKey(input);
  if (document.querySelector("#results") !== null) return; // its page lists them itself
  connect(input, list, told);
  const query = new URLSearchParams(location.search).get("q");
  if (query !== null) location.replace(addressOf(`search?q=${encodeURIComponent(query)}`));
}
