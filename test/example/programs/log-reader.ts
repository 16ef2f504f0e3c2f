// Reads the Workshop log of a match, in any client language, and says who played what for how long:
//   node log-reader.js Log-2026-11-18-20-15-00.txt
import { readFileSync } from "node:fs";
import { nearestHeroes, resolveHero, resolveMap, resolveVariant } from "gamedata-reference";

const [logFile = ""] = process.argv.slice(2);
const seconds = new Map<string, number>();
const unknown = new Set<string>();

for (const line of readFileSync(logFile, "utf8").split(/\r?\n/)) {
  const [event, ...fields] = line.replace(/^\[[\d:]+\] ,/, "").split(",");
  if (event === "match_start") {
    const [, name = "", mode] = fields;
    const map = resolveMap(name);
    console.log(
      `${map?.name ?? name}, ${map?.mode ?? mode}${resolveVariant(name) ? `, as ${name}` : ""}`,
    );
  }
  if (event === "player_stat") {
    const [, , , player, name = ""] = fields;
    const hero = resolveHero(name);
    if (hero === undefined) unknown.add(name);
    // Time played is the last of the row, and a sum over the rounds so far.
    seconds.set(
      `${player}: ${hero?.name ?? name} (${hero?.role ?? "role unknown"})`,
      Number(fields.at(-1)),
    );
  }
}

for (const [who, played] of [...seconds].sort(([, a], [, b]) => b - a)) {
  if (played > 0)
    console.log(
      `${who} ${Math.floor(played / 60)}:${String(Math.round(played % 60)).padStart(2, "0")}`,
    );
}
for (const name of unknown) {
  const [near] = nearestHeroes(name);
  console.log(`no hero is called ${name}${near ? `; did you mean ${near.spelling}?` : ""}`);
}
