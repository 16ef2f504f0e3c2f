import { nearestHeroes, resolveHero } from "./heroes.ts";
import { nearestMaps, resolveMap, resolveVariant } from "./maps.ts";

/** A line that says what a name means. */
function describeName(name: string): string {
  const hero = resolveHero(name);
  const map = resolveMap(name);
  const variant = resolveVariant(name);
  if (hero !== undefined) return `heroes/${hero.id}  ${hero.name}`;
  if (map !== undefined)
    return `maps/${map.id}  ${map.name}${variant === undefined ? "" : `, variant ${variant.id}`}`;
  const near = [...nearestHeroes(name), ...nearestMaps(name)].map(({ spelling }) => spelling);
  return near.length === 0 ? "unknown" : `unknown; did you mean ${near.join(" or ")}?`;
}

const names = process.argv.slice(2).filter((name) => !name.startsWith("-"));
if (names.length === 0) {
  process.stdout.write(
    "gamedata-reference NAME... says which hero or map each name means.\n" +
      "Building, serving and recording are commands of the package gamedata-reference-cli.\n",
  );
}
for (const name of names) process.stdout.write(`${name}: ${describeName(name)}\n`);
const isUnknown = (name: string) =>
  resolveHero(name) === undefined && resolveMap(name) === undefined;
if (names.some(isUnknown)) process.exitCode = 1;
