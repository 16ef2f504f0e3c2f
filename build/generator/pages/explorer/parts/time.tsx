import { longDate, shortDate } from "../format.ts";

/** A day that machines can read as well. */
export function Day({ date, short = false }: { date: string; short?: boolean }) {
  return <time dateTime={date}>{short ? shortDate(date) : longDate(date)}</time>;
}
