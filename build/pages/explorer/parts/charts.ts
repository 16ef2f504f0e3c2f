import type { TimeAxis } from "../facts.ts";

/** Space after the newest patch, so that its values are seen to stand. */
const RUN_OUT = 0.1;

/** Where a day stands between the two ends, 0 to 1. */
export function positionOf(date: string, { from, to }: Pick<TimeAxis, "from" | "to">): number {
  const days = (Date.parse(date) - Date.parse(from)) / (Date.parse(to) - Date.parse(from) || 1);
  return days * (1 - RUN_OUT);
}

/** A share of the whole as SVG writes it. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
