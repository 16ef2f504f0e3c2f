/** Makes links lead to files if the site is opened from a disk. A disk has files, not paths. */
export function followLinksOnDisk(): void {
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
