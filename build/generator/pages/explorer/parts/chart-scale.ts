import type { TimeAxis } from "../facts.ts";

/** The share of the width after the newest patch. It shows that the newest values still hold. */
const RUN_OUT = 0.1;

/** The position of a day on the axis, from 0 to 1. */
export function positionOf(date: string, { from, to }: Pick<TimeAxis, "from" | "to">): number {
  const share = (Date.parse(date) - Date.parse(from)) / (Date.parse(to) - Date.parse(from) || 1);
  return share * (1 - RUN_OUT);
}

/** A share of the whole in per cent, as SVG writes it. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
