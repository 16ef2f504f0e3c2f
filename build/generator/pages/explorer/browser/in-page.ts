/** Marks the section that is being read in the menu of the page. */
export function markSection(): void {
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
