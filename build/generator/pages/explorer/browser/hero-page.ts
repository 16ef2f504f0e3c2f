import { loadScript } from "./load.ts";

/** Loads what shows earlier kits and all names of a hero, once somebody asks for one of them. */
export function connectHeroPage(): void {
  let isAsked = false;
  const load = () => {
    if (isAsked) return;
    isAsked = true;
    loadScript("hero.js").catch(() => {
      isAsked = false;
    });
  };
  document.querySelector("#as-of")?.addEventListener("change", load);
  document.querySelector("#all-names")?.addEventListener("toggle", load);
  if (/[?&]as-of=/.test(location.search)) load();
}
