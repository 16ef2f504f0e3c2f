import "./data.ts";
import { createFind, type Finding, type Found } from "./find.ts";
import { addressOf, loadScript } from "./load.ts";

/** The search box: a combobox with a list (WAI-ARIA Authoring Practices, "Editable Combobox With List Autocomplete"). */
function connect(input: HTMLInputElement, list: HTMLElement, told: HTMLElement): void {
  let find: ((query: string) => Finding) | undefined;
  let shown: Found[] = [];
  let active = -1;

  const load = async () => {
    if (globalThis.gamedataIndex === undefined) await loadScript("index.js");
    find ??= createFind(globalThis.gamedataIndex ?? []);
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
    const { found, isGuess } = find(input.value);
    shown = found;
    list.replaceChildren(...found.map(optionOf));
    list.classList.toggle("guess", isGuess);
    if (found.length === 0) close();
    else {
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
      choose(isGuess ? -1 : 0);
    }
    told.textContent = inWords(input.value, found, isGuess);
  };

  const go = (found: Found | undefined) => {
    if (found !== undefined) location.href = addressOf(found.path);
  };

  const update = () => load().then(show, () => undefined); // without its index the box finds nothing, and says nothing
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
    if (event.key === "Enter") go(shown[Math.max(active, 0)]);
    else if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "Escape") input.value = "";
    else if (event.key === "ArrowDown" && last >= 0) move(active >= last ? 0 : active + 1);
    else if (event.key === "ArrowUp" && last >= 0) move(active <= 0 ? last : active - 1);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  function move(at: number): void {
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    choose(at);
  }
}

function optionOf({ name, what, spelling }: Found, at: number): HTMLElement {
  const option = document.createElement("div");
  option.id = optionId(at);
  option.setAttribute("role", "option");
  option.append(part("b", name), " ", part("span", what, "what"));
  if (spelling !== undefined) option.append(" ", part("span", spelling, "spelling"));
  return option;
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

function inWords(query: string, found: readonly Found[], isGuess: boolean): string {
  if (query.trim() === "") return "";
  if (found.length === 0) return "Nothing found";
  return isGuess ? `Nothing found; did you mean ${found[0]?.name}?` : `${found.length} found`;
}

/** Brings the search box of the page to life, where there is one. */
export function connectSearchBox(): void {
  const input = document.querySelector<HTMLInputElement>("#find");
  const list = document.querySelector<HTMLElement>("#found");
  const told = document.querySelector<HTMLElement>("#told");
  if (input === null || list === null || told === null) return;
  connect(input, list, told);
  const query = new URLSearchParams(location.search).get("q");
  if (query === null) return;
  input.value = query;
  input.focus();
}
