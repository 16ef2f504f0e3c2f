import { LANGUAGE_NAMES } from "../languages.ts";
import { loadScript } from "./load.ts";
import { keep } from "./storage.ts";

/** The name of the choice in the storage and in the address. */
const KEY = "names";

/** Shows names in the language of the address, `?names=ko`, or in the one that was chosen last. */
export function connectNamesChoice(): void {
  const select = document.querySelector<HTMLSelectElement>("#names-in");
  if (select === null) return;
  for (const [id, name] of Object.entries(LANGUAGE_NAMES)) select.add(new Option(name, id));
  select.value = new URLSearchParams(location.search).get(KEY) ?? keep(KEY, undefined) ?? "en";
  if (select.selectedIndex === -1) select.value = "en"; // a language without names
  if (select.selectedIndex > 0) loadScript("names.js").catch(() => undefined); // names stay English
  select.addEventListener("change", () => {
    keep(KEY, select.value);
    const address = new URL(location.href);
    address.searchParams.set(KEY, select.value);
    location.href = address.href;
  });
}
