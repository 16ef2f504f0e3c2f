/** Whether a site is named by the address of an origin. */
export function isOriginAddress(site: string): boolean {
  return /^https?:/i.test(site);
}
