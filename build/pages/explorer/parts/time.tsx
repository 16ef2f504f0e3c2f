import { longDate, shortDate } from "../words.ts";

/** A day that machines can read as well. */
export function Day({ date, short = false }: { date: string; short?: boolean }) {
  return <time dateTime={date}>{short ? shortDate(date) : longDate(date)}</time>;
}
