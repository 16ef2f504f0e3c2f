import { count } from "../format.ts";
import type { Find, Finding, Found } from "./find.ts";
import { addressOf, describeLoadFailure, loadScript } from "./load.ts";

/**
 * The search box: a combobox with a list (WAI-ARIA Authoring Practices, "Editable Combobox With
 * List Autocomplete").
 */
function connect(input: HTMLInputElement, list: HTMLElement, reported: HTMLElement): void {
  let find: Find | undefined;
  let shown: readonly Found[] = [];
  let chosen = -1; // none

  const close = () => {
    list.hidden = true;
    chosen = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const choose = (at: number) => {
    list.hidden = false;
    chosen = at;
    input.setAttribute("aria-expanded", "true");
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", `${index === at}`);
      if (index === at) option.scrollIntoView({ block: "nearest" });
    }
    if (at === -1) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", optionId(at));
  };

  const show = () => {
    const query = input.value.trim();
    const finding = query === "" ? undefined : find?.(query);
    shown = finding === undefined ? [] : [...finding.found, everythingFor(query)];
    list.replaceChildren(...shown.map(optionOf));
    list.classList.toggle("guess", finding?.isGuess === true);
    if (finding === undefined) return close();
    choose(finding.isGuess ? -1 : 0);
    reported.textContent = describeFinding(query, finding);
  };

  const load = async () => {
    if (globalThis.gamedataFind === undefined) await loadScript("search.js");
    find ??= await globalThis.gamedataFind?.();
  };
  const say = (text: string) => {
    list.textContent = text;
    list.hidden = false;
  };
  const update = () => {
    if (find === undefined && input.value.trim() !== "") say("The index is loading.");
    return load().then(show, () => say(describeLoadFailure("The index")));
  };
  const go = (found: Found | undefined) => {
    if (found !== undefined) location.href = addressOf(found.path);
  };

  input.addEventListener("focus", update);
  input.addEventListener("input", update);
  input.addEventListener("blur", close);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus
  list.addEventListener("click", (event) => {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    if (option !== null) go(shown[[...list.children].indexOf(option)]);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // an input method is still composing a word
    const { key } = event;
    const { length } = shown;
    const query = input.value.trim();
    if (key === "Enter" && query !== "") go(shown[Math.max(chosen, 0)] ?? everythingFor(query));
    else if (key === "Escape" && !list.hidden) close();
    else if (key === "Escape") input.value = "";
    else if (key === "ArrowDown" && length > 0) choose((chosen + 1) % length);
    else if (key === "ArrowUp" && length > 0) choose(chosen <= 0 ? length - 1 : chosen - 1);
    else return;
    event.preventDefault();
  });
}

function optionOf(found: Found, at: number): HTMLElement {
  const option = document.createElement("div");
  option.id = optionId(at);
  option.setAttribute("role", "option");
  const { name, what, spelling, hero } = found;
  const sign = part("div", hero?.monogram, hero ? `letters little ${hero.role}` : "");
  sign.ariaHidden = "true";
  const text = part("div");
  text.append(part("b", name), " ", part("span", what), " ", part("span", spelling));
  option.append(sign, text);
  return option;
}

/** The last entry of the list: a link to the page of the search. */
function everythingFor(query: string): Found {
  const path = `search?q=${encodeURIComponent(query)}`;
  return { path, name: "All results", what: `for “${query}”`, spelling: undefined };
}

/** An element with a text. */
function part(tag: string, text = "", className = ""): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

function optionId(at: number): string {
  return `found-${at}`;
}

/** What a finding is, in a sentence. */
export function describeFinding(query: string, { found, isGuess, understood }: Finding): string {
  if (found.length === 0)
    return `Nothing was found for “${query}”. Try one word of it, or a name in another language.`;
  if (understood !== undefined) return `Understood as: ${understood}.`;
  return isGuess ? `No exact match for “${query}”. Did you mean:` : count(found.length, "result");
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
  // The page of the search lists the results itself.
  if (document.querySelector("#results") === null) connect(input, list, reported);
}
