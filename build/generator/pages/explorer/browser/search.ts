import type { SearchIndex } from "./data.ts";
import { createFind, type Find } from "./find.ts";
import { addressOf, describeLoadFailure, loadData } from "./load.ts";
import { listItemOf } from "./search-box.ts";

declare global {
  /** The search, once its index is there. */
  var gamedataFind: (() => Promise<Find>) | undefined;
}

let find: Promise<Find> | undefined;

globalThis.gamedataFind = () => {
  find ??= loadData<SearchIndex>("index").then(createFind);
  return find;
};

/** The most results on the page of the search. */
const MOST_RESULTS = 60;

/** Makes the page of the search show the results of the box. */
async function connectPage(input: HTMLInputElement, box: HTMLElement): Promise<void> {
  const reported = box.querySelector("p");
  const list = box.querySelector("ol");
  if (reported === null || list === null) return;
  const found = await globalThis.gamedataFind?.();
  const show = () => {
    const query = input.value.trim();
    const { found: results, isGuess } =
      query === "" || found === undefined
        ? { found: [], isGuess: false }
        : found(query, MOST_RESULTS);
    box.hidden = query === "";
    list.replaceChildren(
      ...results.map((result) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = addressOf(result.path);
        link.append(...listItemOf(result));
        item.append(link);
        return item;
      }),
    );
    reported.textContent = describeResults(query, results.length, isGuess);
  };
  input.addEventListener("input", () => {
    const query = input.value.trim();
    const address = query === "" ? location.pathname : `?q=${encodeURIComponent(query)}`;
    if (!isNotFound(box)) history.replaceState(null, "", address);
    show();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) list.querySelector("a")?.click();
  });
  show();
}

/** Whether the results are on the page of a wrong address. */
function isNotFound({ dataset }: HTMLElement): boolean {
  return dataset["ofPath"] !== undefined;
}

function describeResults(query: string, results: number, isGuess: boolean): string {
  if (results === 0)
    return `Nothing was found for “${query}”. Try one word of it, or a name in another language.`;
  if (isGuess) return `Nothing is called “${query}”. Did you mean:`;
  return results === MOST_RESULTS ? `The first ${results} results` : `${results} found`;
}

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
if (box !== null && input !== null) {
  input.value = isNotFound(box)
    ? wordsOfPath(location.pathname)
    : (new URLSearchParams(location.search).get("q") ?? "");
  connectPage(input, box).catch(() => {
    box.hidden = false;
    box.textContent = describeLoadFailure("The index");
  });
}
