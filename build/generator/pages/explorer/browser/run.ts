import { keep } from "./copy.ts";
import { rootUrl } from "./load.ts";

/** Longer bodies that are not JSON are cut. They would make the page slow. */
const MOST_SHOWN_CHARACTERS = 50_000;

/** The headers that are shown first. */
const RATE_HEADERS = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

type Field = HTMLInputElement | HTMLSelectElement;

/** The name of the key in the storage of the tab. A key is never part of an address. */
const KEY = "credential";

/** Makes the form of an operation send its call to the server of this page and show the answer. */
function connect(form: HTMLFormElement, answerBox: HTMLElement): void {
  const inputs = [...form.querySelectorAll<Field>("input, select")];
  const credential = inputs.find((input) => input.dataset["in"] === "credential");
  const asked = new URLSearchParams(location.search);
  for (const input of inputs)
    if (input !== credential) input.value = asked.get(input.name) ?? input.value;
  if (credential !== undefined) credential.value = keep(KEY, undefined, () => sessionStorage) ?? "";
  const follow = () => showCall(form, addressOfCall(form, inputs));
  form.addEventListener("input", follow);
  follow();

  let last = new AbortController();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    last.abort();
    last = new AbortController();
    const key = credential?.value.trim() ?? "";
    keep(KEY, key, () => sessionStorage);
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
function addressOfCall(form: HTMLFormElement, inputs: readonly Field[]): URL {
  const values = new Map(inputs.map((input) => [input.name, input.value]));
  const path = (form.dataset["path"] ?? "").replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ""),
  );
  const address = new URL(path.slice(1), rootUrl());
  for (const { name, value, dataset } of inputs)
    if (dataset["in"] === "query" && value !== "") address.searchParams.set(name, value);
  return address;
}

/** Makes the code on the page that of the call. */
function showCall(form: HTMLFormElement, address: URL): void {
  const { shown = "", base = "" } = form.dataset;
  const wanted = `${base}/${address.href.slice(rootUrl().href.length)}`;
  form.dataset["shown"] = wanted;
  for (const code of document.querySelectorAll("section:has(#code) pre")) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      text.nodeValue = text.nodeValue?.replace(`"${shown}"`, () => `"${wanted}"`) ?? "";
  }
}

async function ask(address: URL, key: string, signal: AbortSignal): Promise<HTMLElement[]> {
  const headers: HeadersInit = key === "" ? {} : { Authorization: `Bearer ${key}` };
  const start = performance.now();
  const answer = await fetch(address, { headers, signal, cache: "no-store" });
  const body = await answer.text();
  const took = Math.round(performance.now() - start);
  const size = new Blob([body]).size.toLocaleString("en");
  const status = line("");
  status.className = "status";
  status.append(
    element("b", `${answer.status} ${answer.statusText}`),
    ` ${took} ms, ${size} bytes`,
  );
  const rates = listOf(
    RATE_HEADERS.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
  const others = element("details");
  const all = [...answer.headers];
  others.append(element("summary", `${all.length} headers`), listOf(all));
  return [status, rates, others, ...bodyOf(answer, body)];
}

function listOf(headers: readonly (readonly [string, string])[]): HTMLElement {
  const list = element("dl");
  list.className = "fields";
  for (const [name, value] of headers) {
    const row = element("div");
    row.append(element("dt", name), element("dd", value));
    list.append(row);
  }
  return list;
}

/** JSON as parts that fold, anything else as text. */
function bodyOf({ headers }: Response, body: string): HTMLElement[] {
  if (/\bjson\b/.test(headers.get("Content-Type") ?? "")) {
    const pre = scrolling("");
    pre.append(jsonPart("", JSON.parse(body), true));
    return [pre];
  }
  const rest = body.length - MOST_SHOWN_CHARACTERS;
  return [
    scrolling(body.slice(0, MOST_SHOWN_CHARACTERS)),
    ...(rest > 0 ? [line(`${rest.toLocaleString("en")} more characters are not shown.`)] : []),
  ];
}

/** A value of JSON. Lists and objects fold, and are drawn when they open. */
function jsonPart(name: string, value: unknown, isOpen: boolean): HTMLElement {
  const label = name === "" ? "" : `${JSON.stringify(name)}: `;
  if (typeof value !== "object" || value === null) {
    const leaf = element("div", label);
    leaf.append(element("b", JSON.stringify(value)));
    return leaf;
  }
  const entries = Array.isArray(value)
    ? value.map((item) => ["", item] as const)
    : Object.entries(value);
  const part = element("details");
  part.append(element("summary", label + (Array.isArray(value) ? `[${entries.length}]` : "{…}")));
  const fill = () => part.append(...entries.map(([key, item]) => jsonPart(key, item, false)));
  if (isOpen) fill();
  else part.addEventListener("toggle", fill, { once: true });
  part.open = isOpen;
  return part;
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
