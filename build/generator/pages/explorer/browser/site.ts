import { connectCopyButtons, keep, rememberLanguage } from "./copy.ts";
import { connectHeroPage } from "./hero-page.ts";
import { connectSearchBox } from "./search-box.ts";

connectSearchBox();
connectThemeButton();
connectCopyButtons();
rememberLanguage();
followLinksOnDisk();
followRedirect();
markSection();
connectHeroPage();

/** Marks the section that is being read in the menu of the page. */
function markSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".in-page a")];
  const titles = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? []);
  const mark = () => {
    const begun = titles.filter((title) => title.getBoundingClientRect().top < innerHeight / 3);
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const { id } = (isAtEnd ? titles.at(-1) : begun.at(-1)) ?? {};
    for (const link of links) {
      if (link.hash === `#${id}`) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };
  if (links.length === 0) return;
  addEventListener("scroll", mark, { passive: true });
  mark();
}

/** Follows the link of a page that only leads to another one. Keeps the query and the fragment. */
function followRedirect(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-onwards]");
  if (link !== null) location.replace(link.href + location.search + location.hash);
}

/** Makes links lead to files if the site is opened from a disk. A disk has files, not paths. */
function followLinksOnDisk(): void {
  if (location.protocol !== "file:") return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    const [, address = "", rest = ""] = /^([^?#]*)(.*)$/.exec(link.href) ?? [];
    const isElsewhere = !address.startsWith("file:");
    if (isElsewhere || address === location.href.split(/[?#]/)[0]) continue;
    if (/\.[a-z0-9]+$/.test(address)) continue;
    const ending = address.includes("/v1/") ? ".json" : ".html";
    link.href = `${address.endsWith("/") ? `${address}index.html` : address + ending}${rest}`;
  }
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
    keep("theme", root.dataset["theme"]);
  });
}
