/** The day in a log's name, as the game writes it: `Log-2023-06-20-20-14-44.txt`. */
export function dayInName(file: string): string | undefined {
  const [day = ""] = /(?<!\d)20\d\d-\d\d-\d\d(?!\d)/.exec(file) ?? [];
  const time = Date.parse(day);
  // A day that no calendar has, such as 30 February, is read as a later one.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}
