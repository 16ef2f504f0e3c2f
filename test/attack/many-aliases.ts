/** More than a call may have arguments. */
export const MANY = 200_000;

/** Two heroes, of whom the first has so many aliases. */
export function heroesWith(alias: (at: number) => string) {
  const aliases = Array.from({ length: MANY }, (_, at) => alias(at));
  return {
    heroes: [
      { file: "heroes/ana.json", value: { id: "ana", name: "Ana", aliases } },
      { file: "heroes/mercy.json", value: { id: "mercy", name: "Mercy", aliases: ["Angel"] } },
    ],
  };
}
