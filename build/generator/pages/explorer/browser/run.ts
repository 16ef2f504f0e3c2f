import { rootUrl } from "./load.ts";

/** Longer bodies are cut. They would make the page slow. */
const MOST_SHOWN_CHARACTERS = 50_000;

/** The name of the key in the storage of the tab. A key is never part of an address. */
const KEY = "credential";

/** Makes the form of an operation send its call to the server of this page and show the answer. */
function connect(form: HTMLFormElement, answerBox: HTMLElement): void {
  const inputs = [...form.querySelectorAll("input")];
  const credential = inputs.find((input) => input.dataset["in"] === "credential");
  const asked = new URLSearchParams(location.search);
  for (const input of inputs)
    if (input !== credential) input.value = asked.get(input.name) ?? input.value;
  if (credential !== undefined) credential.value = keepKey(undefined) ?? "";

  let last = new AbortController();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    last.abort();
    last = new AbortController();
    const key = credential?.value.trim() ?? "";
    keepKey(key);
    const address = addressOfCall(form, inputs);
    answerBox.replaceChildren(line(`Asking ${address.pathname}${address.search} …`));
    ask(address, key, last.signal).then(
      (parts) => answerBox.replaceChildren(...parts),
      (error: unknown) => {
        if (error instanceof DOMException && error.name === "AbortError") return;
        answerBox.replaceChildren(line("There was no response: the server could not be reached."));
      },
    );
  });
}

/** The address that the form asks for, below the root of this site. */
function addressOfCall(form: HTMLFormElement, inputs: readonly HTMLInputElement[]): URL {
  const values = new Map(inputs.map((input) => [input.name, input.value]));
  const path = (form.dataset["path"] ?? "").replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ""),
  );
  const address = new URL(path.slice(1), rootUrl());
  for (const { name, value, dataset } of inputs)
    if (dataset["in"] === "query" && value !== "") address.searchParams.set(name, value);
  return address;
}

async function ask(address: URL, key: string, signal: AbortSignal): Promise<HTMLElement[]> {
  const headers: HeadersInit = key === "" ? {} : { Authorization: `Bearer ${key}` };
  const answer = await fetch(address, { headers, signal, cache: "no-store" });
  const body = await answer.text();
  const rest = body.length - MOST_SHOWN_CHARACTERS;
  const status = line(`${answer.status} ${answer.statusText}`);
  status.className = "status";
  return [
    status,
    headersOf(answer),
    scrolling(body.slice(0, MOST_SHOWN_CHARACTERS)),
    ...(rest > 0 ? [line(`${rest.toLocaleString("en")} more characters are not shown.`)] : []),
  ];
}

function headersOf({ headers }: Response): HTMLElement {
  const list = element("dl");
  list.className = "fields";
  for (const [name, value] of headers) {
    const row = element("div");
    row.append(element("dt", name), element("dd", value));
    list.append(row);
  }
  const details = element("details");
  details.append(element("summary", `${list.childElementCount} headers`), list);
  return details;
}

/** Text that a keyboard can scroll. */
function scrolling(text: string): HTMLElement {
  const pre = element("pre");
  pre.tabIndex = 0;
  pre.append(element("code", text));
  return pre;
}

function line(text: string): HTMLElement {
  return element("p", text);
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Stores a key for this tab and returns it. An empty key removes it; undefined only reads it. */
function keepKey(key: string | undefined): string | undefined {
  try {
    if (key === "") sessionStorage.removeItem(KEY);
    else if (key !== undefined) sessionStorage.setItem(KEY, key);
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined; // without storage, the reader types it again
  }
}

const form = document.querySelector<HTMLFormElement>("form.run");
const answerBox = document.querySelector<HTMLElement>(".answer");
if (form !== null && answerBox !== null) {
  if (location.protocol !== "file:") connect(form, answerBox);
  else {
    form.hidden = true;
    document.querySelector<HTMLElement>(".key-note")?.setAttribute("hidden", "");
    document.querySelector<HTMLElement>(".on-disk")?.removeAttribute("hidden");
  }
}
