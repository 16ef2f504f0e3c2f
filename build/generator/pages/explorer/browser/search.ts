import type { SearchIndex } from "./data.ts";
import { createFind, type Find } from "./find.ts";
import { listItemOf } from "./list-item.ts";
import { addressOf, describeLoadFailure, loadData, loadScript } from "./load.ts";
import type { Question } from "./question.ts";

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

/** Shows the value that a query asks for above the results. */
async function showAnswer(question: Question | undefined, box: HTMLElement): Promise<void> {
  box.hidden = question === undefined;
  if (question === undefined) return;
  if (globalThis.gamedataAnswer === undefined) await loadScript("answer.js");
  await globalThis.gamedataAnswer?.(question, box);
}

/** Makes the page of the search show the results of the box. */
async function connectPage(input: HTMLInputElement, box: HTMLElement): Promise<void> {
  const reported = box.querySelector("p");
  const list = box.querySelector("ol");
  if (reported === null || list === null) return;
  const found = await globalThis.gamedataFind?.();
  const show = async () => {
    const query = input.value.trim();
    const {
      found: results = [],
      isGuess = false,
      question,
    } = query === "" ? {} : (found?.(query, MOST_RESULTS) ?? {});
    const answer = document.querySelector<HTMLElement>("#answer");
    const answered = answer && showAnswer(question, answer).catch(() => answer.replaceChildren());
    if (box.hidden) await answered; // the answer is above the results, and would move them
    if (query !== input.value.trim()) return;
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
    reported.textContent = describeResults(query, results.length, isGuess, isNotFound(box));
  };
  input.addEventListener("input", async () => {
    const query = input.value.trim();
    const address = query === "" ? location.pathname : `?q=${encodeURIComponent(query)}`;
    if (!isNotFound(box)) history.replaceState(null, "", address);
    await show();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) list.querySelector("a")?.click();
  });
  await show();
}

/** Whether the results are on the page of a wrong address. */
function isNotFound({ dataset }: HTMLElement): boolean {
  return dataset["ofPath"] !== undefined;
}

/** Where the full list is: below on the page of the search, behind a link on the other page. */
function describeList(isLinked: boolean): string {
  return `${isLinked ? "The search page" : "This page"} lists everything that can be found.`;
}

function describeResults(
  query: string,
  results: number,
  isGuess: boolean,
  isLinked: boolean,
): string {
  if (results === 0)
    return (
      `Nothing was found for “${query}”. Try one word of it, or a name in another language. ` +
      describeList(isLinked)
    );
  if (isGuess) return `Nothing is spelled “${query}”. Did you mean:`;
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
    box.textContent = `${describeLoadFailure("The index")} ${describeList(isNotFound(box))}`;
  });
}
