/**
 * The milliseconds that a `Retry-After` header asks to wait, as seconds or as a date (RFC 9110
 * §10.2.3). Undefined where it asks for none.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
