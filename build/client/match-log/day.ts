/** The day in a log's name, as the game writes it: `Log-2023-06-20-20-14-44.txt`. */
export function dayInName(file: string): string | undefined {
  return /(?<!\d)20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/.exec(file)?.[0];
}
