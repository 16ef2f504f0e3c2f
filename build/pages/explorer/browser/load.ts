/** Where the scripts of the site lie, and so where its root is. */
const here =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;

/** The address of a file beside this script. */
export function hereOf(name: string): string {
  return new URL(name, here).href;
}

/** Loads a script that lies beside this one; a script, unlike a fetch, also loads from a disk. */
export function loadScript(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = hereOf(name);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${name} did not load`));
    document.head.append(script);
  });
}

/** The root of the site. */
export function rootUrl(): URL {
  return new URL("../", here);
}

/**
 * The address of a page of the site; on a disk a page is its file. What follows `?` or `#` stays.
 */
export function addressOf(path: string): string {
  const [, page = "", rest = ""] = /^([^?#]*)(.*)$/.exec(path) ?? [];
  const isFile = /\.[a-z]+$/.test(page);
  const ending =
    location.protocol === "file:" && !isFile ? (page === "" ? "index.html" : ".html") : "";
  return new URL(`../${page}${ending}`, here).href + rest;
}
