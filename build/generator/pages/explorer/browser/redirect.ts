/** Follows the link of a page that only leads to another one. Keeps the query and the fragment. */
export function followRedirect(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-onwards]");
  if (link !== null) location.replace(link.href + location.search + location.hash);
}
