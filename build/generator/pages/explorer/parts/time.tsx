import { shortDate } from "../format.ts";

/** A day that machines can read as well. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{shortDate(date)}</time>;
}
