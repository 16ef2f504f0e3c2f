/** The address of this script. The other scripts are beside it, and the root is above. */
const thisScript =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;

/** The address of a script of the site. */
export function scriptUrl(name: string): string {
  return new URL(name, thisScript).href;
}

/** Loads a script of the site. Unlike `fetch`, this also works on a disk. */
export function loadScript(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl(name);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${name} did not load`));
    document.head.append(script);
  });
}

/** The root of the site. */
export function rootUrl(): URL {
  return new URL("../", thisScript);
}

/** The address of a page of the site. On a disk it is a file. Query and fragment are kept. */
export function addressOf(path: string): string {
  const [, page = "", rest = ""] = /^([^?#]*)(.*)$/.exec(path) ?? [];
  const isFile = /\.[a-z]+$/.test(page);
  const ending =
    location.protocol === "file:" && !isFile ? (page === "" ? "index.html" : ".html") : "";
  return new URL(`../${page}${ending}`, thisScript).href + rest;
}
