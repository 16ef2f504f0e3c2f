import type { ComparableHeroes, StoredHeroes } from "./data.ts";
import { withParts } from "./earlier-heroes.ts";

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

/** Loads data of the pages, `explorer/<name>.json`. It needs a server. */
export async function loadData<T>(name: string): Promise<T> {
  const answer = await fetch(scriptUrl(`${name}.json`));
  if (!answer.ok) throw new Error(`${name}.json: status ${answer.status}`);
  return answer.json();
}

/** Loads every hero of today with its earlier states. */
export async function loadHeroes(): Promise<ComparableHeroes> {
  return withParts(await loadData<StoredHeroes>("heroes"));
}

/**
 * Shows data of the pages in a box: once it is there, after the browser's Back, and whenever the
 * returned function is called. `what` begins the message if it does not load.
 */
export function showData<T>(
  loading: Promise<T>,
  box: HTMLElement,
  what: string,
  show: (data: T) => void,
): () => void {
  let data: T | undefined;
  const again = () => {
    if (data !== undefined) show(data);
  };
  addEventListener("popstate", again);
  loading
    .then(
      (loaded) => {
        data = loaded;
        again();
      },
      () => {
        box.textContent = describeLoadFailure(what);
      },
    )
    .finally(() => box.removeAttribute("aria-busy"));
  return again;
}

/** What a tool shows if its data did not load. */
export function describeLoadFailure(what: string): string {
  return location.protocol === "file:"
    ? "This tool needs a server, and this page was opened from a disk. Run `gamedata serve`."
    : `${what} did not load. Try again.`;
}

/** The root of the site. */
export function rootUrl(): URL {
  return new URL("../", thisScript);
}

/** The address of a page of the site. */
export function addressOf(path: string): string {
  return new URL(`../${path}`, thisScript).href;
}
