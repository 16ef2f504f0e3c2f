import type { Find, Found } from "./find.ts";
import { addressOf, describeLoadFailure, loadScript } from "./load.ts";

/**
 * The search box: a combobox with a list (WAI-ARIA Authoring Practices, "Editable Combobox With
 * List Autocomplete").
 */
function connect(input: HTMLInputElement, list: HTMLElement, reported: HTMLElement): void {
  const results = createResults(input, list);
  let find: Find | undefined;

  const load = async () => {
    if (globalThis.gamedataFind === undefined) await loadScript("search.js");
    find ??= await globalThis.gamedataFind?.();
  };

  const show = () => {
    if (find === undefined) return;
    const query = input.value.trim();
    if (query === "") return results.show([], -1);
    const { found, isGuess } = find(query);
    list.classList.toggle("guess", isGuess);
    results.show([...found, everythingFor(query)], isGuess ? -1 : 0);
    reported.textContent = describeResults(input.value, found, isGuess);
  };

  const go = (found: Found | undefined) => {
    const query = input.value.trim();
    const target = found ?? (query === "" ? undefined : everythingFor(query));
    if (target === undefined) return;
    location.href = addressOf(target.path);
  };

  const update = () =>
    load().then(show, () => {
      list.textContent = describeLoadFailure("The index");
      list.hidden = false;
    });
  input.addEventListener("focus", update);
  input.addEventListener("input", update);
  input.addEventListener("blur", results.close);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus
  list.addEventListener("click", (event) => {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    if (option !== null) go(results.at([...list.children].indexOf(option)));
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // an input method is still composing a word
    const { key } = event;
    if (key === "Enter")
      go(results.chosen() ?? (input.value.trim() === "" ? undefined : results.at(0)));
    else if (key === "Escape" && !list.hidden) results.close();
    else if (key === "Escape") input.value = "";
    else if (key === "ArrowDown" && results.count() > 0) results.chooseNext();
    else if (key === "ArrowUp" && results.count() > 0) results.choosePrevious();
    else return;
    event.preventDefault();
  });
}

/** The list of results. `chosen` is the index of the chosen one; -1 is none. */
function createResults(input: HTMLInputElement, list: HTMLElement) {
  let shown: readonly Found[] = [];
  let chosen = -1;

  const open = () => {
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
  };

  const close = () => {
    list.hidden = true;
    chosen = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const choose = (at: number) => {
    open();
    chosen = at;
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", `${index === at}`);
      if (index === at) option.scrollIntoView({ block: "nearest" });
    }
    if (at === -1) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", optionId(at));
  };

  return {
    close,
    count: () => shown.length,
    at: (index: number) => shown[index],
    chosen: () => shown[chosen],
    chooseNext: () => choose(chosen >= shown.length - 1 ? 0 : chosen + 1),
    choosePrevious: () => choose(chosen <= 0 ? shown.length - 1 : chosen - 1),
    /** Shows results and chooses one. No results close the list. */
    show: (found: readonly Found[], toChoose: number) => {
      shown = found;
      list.replaceChildren(...shown.map(optionOf));
      if (shown.length === 0) close();
      else choose(toChoose);
    },
  };
}

function optionOf(found: Found, at: number): HTMLElement {
  const option = document.createElement("div");
  option.id = optionId(at);
  option.setAttribute("role", "option");
  option.append(...listItemOf(found));
  return option;
}

/** The last entry of the list: a link to the page of the search. */
function everythingFor(query: string): Found {
  const path = `search?q=${encodeURIComponent(query)}`;
  return { path, name: "All results", what: `for “${query}”`, spelling: undefined };
}

/** The markup of a result: its name, what it is, and the spelling that matched. */
export function listItemOf({ name, what, spelling }: Omit<Found, "path">): (Node | string)[] {
  const parts: (Node | string)[] = [part("b", name), " ", part("span", what, "what")];
  if (spelling !== undefined) parts.push(" ", part("span", spelling, "spelling"));
  return parts;
}

function part(tag: string, text: string, className = ""): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className !== "") element.className = className;
  return element;
}

function optionId(at: number): string {
  return `found-${at}`;
}

function describeResults(query: string, found: readonly Found[], isGuess: boolean): string {
  if (query.trim() === "") return "";
  if (found.length === 0) return "Nothing found";
  return isGuess ? `Nothing found; did you mean ${found[0]?.name}?` : `${found.length} shown`;
}

/** Makes `/` and Ctrl+K focus the box. */
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

/** Makes the search box of the page work, if there is one. */
export function connectSearchBox(): void {
  const input = document.querySelector<HTMLInputElement>("#find");
  const list = document.querySelector<HTMLElement>("#found");
  const reported = document.querySelector<HTMLElement>("#result-count");
  if (input === null || list === null || reported === null) return;
  focusByKey(input);
  if (document.querySelector("#results") !== null) return; // its page lists them itself
  connect(input, list, reported);
  const query = new URLSearchParams(location.search).get("q");
  if (query !== null) location.replace(addressOf(`search?q=${encodeURIComponent(query)}`));
}
