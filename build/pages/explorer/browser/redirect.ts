/**
 * Goes on where a page only leads to another one, with the query and the place that were asked for.
 */
export function goOnwards(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-onwards]");
  if (link !== null) location.replace(link.href + location.search + location.hash);
}
