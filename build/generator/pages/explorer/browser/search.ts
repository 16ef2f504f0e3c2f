import { grouped } from "../../../../core/grouped.ts";
import type { SearchIndex } from "./data.ts";
import { createFind, type Find } from "./find.ts";
import { addressOf, describeLoadFailure, loadData } from "./load.ts";
import { describeFinding, listItemOf, part } from "./search-box.ts";

declare global {
  /** The search, once its index is there. */
  var gamedataFind: (() => Promise<Find>) | undefined;
}

let find: Promise<Find> | undefined;

function loadFind(): Promise<Find> {
  find ??= loadData<SearchIndex>("explorer/index").then(createFind);
  return find;
}

globalThis.gamedataFind = loadFind;

/** The most results on the page of the search, and on that of a wrong address. */
const MOST_RESULTS = 60;
const MOST_GUESSES = 6;

/** Makes the page of the search, or of a wrong address, show the results of the box. */
async function connectPage(input: HTMLInputElement, box: HTMLElement): Promise<void> {
  const isNotFound = box.dataset["ofPath"] !== undefined;
  input.value = isNotFound
    ? wordsOfPath(location.pathname)
    : (new URLSearchParams(location.search).get("q") ?? "");
  if (!isNotFound && input.value !== "") {
    box.hidden = false;
    box.textContent = "The index is loading.";
  } else if (!isNotFound) input.focus();
  const found = await loadFind();
  const show = () => {
    const query = input.value.trim();
    box.hidden = query === "";
    const finding = found(query, isNotFound ? MOST_GUESSES : MOST_RESULTS);
    const links = finding.found.map((result) => {
      const link = document.createElement("a");
      link.href = addressOf(result.path);
      link.append(...listItemOf(result));
      return [TITLES.get(result.path.replace(/\W.*/, "")) ?? "Pages", link] as const;
    });
    const groups = [...grouped(links)].flatMap(([title, own]) => [part("h2", title), ...own]);
    box.replaceChildren(describeFinding(query, finding), ...groups);
  };
  input.addEventListener("input", () => {
    const query = input.value.trim();
    const address = query === "" ? location.pathname : `?q=${encodeURIComponent(query)}`;
    if (!isNotFound) history.replaceState(null, "", address);
    show();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) box.querySelector("a")?.click();
  });
  show();
}

/** What the results are about that lead to a collection. */
const TITLES = new Map([
  ["heroes", "Heroes, abilities and values"],
  ["maps", "Maps"],
  ["patches", "Patches and seasons"],
  ["seasons", "Patches and seasons"],
]);

/** `/heroes/ana-amari.html` as `ana amari`: the words of the last part of a path. */
function wordsOfPath(path: string): string {
  const last = path.split("/").findLast((segment) => segment !== "") ?? "";
  try {
    return decodeURIComponent(last)
      .replace(/\.html$/, "")
      .replace(/[-_]+/g, " ");
  } catch {
    return "";
  }
}

const box = document.querySelector<HTMLElement>("#results");
const input = document.querySelector<HTMLInputElement>("#find");
if (box !== null && input !== null)
  connectPage(input, box).catch(() => {
    box.hidden = false;
    box.textContent = describeLoadFailure("The index");
  });
