import { type ComponentChildren, render } from "preact";
import { CodeTabs } from "../parts/code.tsx";
import { keep } from "./copy.ts";
import { rootUrl } from "./load.ts";

/** Longer bodies are cut. They would make the page slow. */
const MOST_SHOWN_CHARACTERS = 50_000;

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
  if (credential !== undefined) credential.value = keep("sessionStorage", KEY) ?? "";
  const show = (children: ComponentChildren) => render(children, answerBox);
  const follow = () => showCall(form, addressOfCall(form, inputs));
  form.addEventListener("input", follow);
  follow();

  let last = new AbortController();
  form.addEventListener("submit", () => answerBox.replaceChildren(), { once: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    last.abort();
    last = new AbortController();
    const key = credential?.value.trim() ?? "";
    keep("sessionStorage", KEY, key);
    const address = addressOfCall(form, inputs);
    show(`Asking ${address.pathname}${address.search} …`);
    ask(address, key, last.signal).then(show, (error: unknown) => {
      if (error instanceof DOMException && error.name === "AbortError") return;
      show("There was no response. A page on a disk has no server to ask.");
    });
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
  for (const code of document.querySelectorAll("section:has(#code) pre code"))
    code.textContent = code.textContent.replace(`"${shown}"`, () => `"${wanted}"`);
}

/** The status of an answer, its body, and its headers. */
async function ask(address: URL, key: string, signal: AbortSignal) {
  const headers: HeadersInit = key === "" ? {} : { Authorization: `Bearer ${key}` };
  const start = performance.now();
  const answer = await fetch(address, { headers, signal, cache: "no-store" });
  const body = await answer.text();
  const took = Math.round(performance.now() - start);
  const rest = body.length - MOST_SHOWN_CHARACTERS;
  const got = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <>
      <p>
        <b>
          {answer.status} {answer.statusText}
        </b>{" "}
        {took} ms, {new Blob([body]).size.toLocaleString("en")} bytes
      </p>
      <CodeTabs
        name="body"
        samples={[{ label: "Answer", text: body.slice(0, MOST_SHOWN_CHARACTERS) }]}
      />
      {rest > 0 && <p>{rest.toLocaleString("en")} more characters.</p>}
      <CodeTabs name="headers" samples={[{ label: "Headers", text: got }]} />
    </>
  );
}

const form = document.querySelector<HTMLFormElement>("form.inputs");
const answerBox = document.querySelector<HTMLElement>(".answer");
if (form !== null && answerBox !== null) connect(form, answerBox);
