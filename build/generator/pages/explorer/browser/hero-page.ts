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
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const { goesTo } = target.dataset;
    if (goesTo !== undefined && target.value !== "") location.href = goesTo + target.value;
  });
  openTarget();
  addEventListener("hashchange", openTarget);
}

/** Opens the folds around the place that the address points to. */
function openTarget(): void {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let fold = place?.closest("details");
  for (; fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  if (location.hash !== "") place?.scrollIntoView();
}
