import type { HeroHistoryList, PatchList } from "../../../../core/schema/lists.ts";
import type { AllKits } from "./data.ts";

/** The address of this script. The other scripts are beside it, and the root is above. */
const thisScript =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;

/** The address of a script of the site. */
export function scriptUrl(name: string): string {
  return new URL(name, thisScript).href;
}

/** Loads a script of the site. */
export function loadScript(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl(name);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${name} did not load`));
    document.head.append(script);
  });
}

/** Loads JSON of the site, such as `history/heroes/ana`. It needs a server. */
export async function loadData<T>(path: string): Promise<T> {
  const answer = await fetch(addressOf(`${path}.json`));
  if (!answer.ok) throw new Error(`${path}.json: status ${answer.status}`);
  return answer.json();
}

/** Loads every kit of each hero, and the patches. */
export async function loadKits(): Promise<AllKits> {
  const [{ data: heroes, ...rest }, { data: patches }] = await Promise.all([
    loadData<HeroHistoryList>("history/heroes"),
    loadData<PatchList>("lists/patches"),
  ]);
  return { ...rest, heroes, patches };
}

/**
 * Shows data in a box: once it is there, after the browser's Back, and whenever the returned
 * function is called, which writes a choice into the address. `what` begins the message if it does
 * not load.
 */
export function showData<T>(
  load: () => Promise<T>,
  box: HTMLElement,
  what: string,
  show: (data: T) => void,
): (chosen: Readonly<Record<string, string>>) => void {
  let newest = 0;
  const again = () => {
    newest += 1;
    const own = newest;
    load()
      .then(
        (data) => {
          if (own === newest) show(data);
        },
        () => {
          box.textContent = describeLoadFailure(what);
        },
      )
      .finally(() => box.removeAttribute("aria-busy"));
  };
  addEventListener("popstate", again);
  again();
  return (chosen) => {
    pushQuery(chosen);
    again();
  };
}

/** What a tool shows if its data did not load. */
export function describeLoadFailure(what: string): string {
  return location.protocol === "file:"
    ? "This tool needs a server, and this page was opened from a disk. Run `gamedata serve`."
    : `${what} did not load. Try again.`;
}

/** A value of the address, `?name=value`. Default: an empty text. */
export function queryValue(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? "";
}

/** Writes values into the address as a step that the browser's Back undoes. Empty ones go. */
export function pushQuery(values: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString().replaceAll("%2C", ",");
  history.pushState(null, "", text === "" ? location.pathname : `?${text}`);
}

/** The root of the site. */
export function rootUrl(): URL {
  return new URL("../", thisScript);
}

/** The address of a page of the site. */
export function addressOf(path: string): string {
  return reachable(new URL(`../${path}`, thisScript).href);
}

/** An address as a page reaches it. A disk has files, not paths. */
export function reachable(href: string): string {
  const [, address = "", rest = ""] = /^([^?#]*)(.*)$/.exec(href) ?? [];
  const isHere = address === location.href.split(/[?#]/)[0];
  if (isHere || !address.startsWith("file:") || /\.[a-z0-9]+$/.test(address)) return href;
  const ending = address.includes("/v1/") ? ".json" : ".html";
  return `${address.endsWith("/") ? `${address}index.html` : address + ending}${rest}`;
}
