import type { SearchIndex } from "./data.ts";
import { createFind, type Find } from "./find.ts";
import { loadData } from "./load.ts";

declare global {
  /** The search, once its index is there. */
  var gamedataFind: (() => Promise<Find>) | undefined;
}

let find: Promise<Find> | undefined;

globalThis.gamedataFind = () => {
  find ??= loadData<SearchIndex>("explorer/index").then(createFind);
  return find;
};
