import { connectCopyButtons, keep, rememberLanguage } from "./copy.ts";
import { loadScript, reachable } from "./load.ts";
import { connectSearchBox } from "./search-box.ts";

connectSearchBox();
connectThemeButton();
connectCopyButtons();
rememberLanguage();
followLinksOnDisk();
followRedirect();
connectHeroPage();

/** Follows the link of a page that only leads to another one. Keeps the query and the fragment. */
function followRedirect(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-onwards]");
  if (link !== null) location.replace(link.href + location.search + location.hash);
}

/** Makes links lead to files if the site is opened from a disk. */
function followLinksOnDisk(): void {
  if (location.protocol !== "file:") return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href]"))
    link.href = reachable(link.href);
}

/** Switches to the theme that is not shown, and remembers it. */
function connectThemeButton(): void {
  document.querySelector(".theme")?.addEventListener("click", () => {
    const root = document.documentElement;
    const isDark =
      root.dataset["theme"] === undefined
        ? matchMedia("(prefers-color-scheme: dark)").matches
        : root.dataset["theme"] === "dark";
    root.dataset["theme"] = isDark ? "light" : "dark";
    keep("localStorage", "theme", root.dataset["theme"]);
  });
}

/** Loads what shows earlier kits of a hero, once somebody asks for one of them. */
function connectHeroPage(): void {
  let isAsked = false;
  const load = () => {
    if (isAsked) return;
    isAsked = true;
    loadScript("hero.js").catch(() => {
      isAsked = false;
    });
  };
  document.querySelector("#as-of")?.addEventListener("change", load);
  if (/[?&]as-of=/.test(location.search)) load();
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const { goesTo } = target.dataset;
    if (goesTo === undefined || target.value === "") return;
    location.href = reachable(new URL(goesTo + target.value, location.href).href);
    target.value = ""; // after Back, the same choice is a choice again
  });
  openTarget();
  addEventListener("hashchange", openTarget);
}

/** Opens the folds around the place that the address points to. */
function openTarget(): void {
  const place = document.getElementById(targetId());
  let fold = place?.closest("details");
  for (; fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  if (location.hash !== "") place?.scrollIntoView();
}

/** The id in the address. Empty where its percent-encoding is malformed. */
function targetId(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}
