import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatJson } from "../../build/core/site/parse-json.ts";

/** How many heroes a made-up patch changes. */
const HEROES_OF_A_PATCH = 12;

const DAY_MS = 86_400_000;

const HEALTH = 25;

/** The kinds of patches, in the proportions of the real ones. */
const KINDS = ["season", "hotfix", "hotfix", "mid-season", "hotfix", "hotfix", "hotfix"];

/**
 * Adds patches after the newest of a data folder until there are so many, and returns how many
 * there were. Each gives health to some heroes or takes it back, so that the data of today stays
 * as it is.
 */
export function addPatches(folder: string, many: number): number {
  const idsIn = (name: string) =>
    readdirSync(join(folder, name))
      .map((file) => file.replace(/\.json$/, ""))
      .sort();
  const known = idsIn("patches");
  const heroes = idsIn("heroes");
  const count = many - known.length;
  const newest = Date.parse(known.at(-1) ?? "");
  for (let at = 0; at < count - (count % 2); at += 1) {
    const id = new Date(newest + (at + 1) * DAY_MS).toISOString().slice(0, 10);
    const pair = Math.floor(at / 2);
    const changes = Array.from({ length: HEROES_OF_A_PATCH }, (_, of) => {
      const hero = heroes[(pair * HEROES_OF_A_PATCH + of) % heroes.length];
      const { health } = JSON.parse(readFileSync(join(folder, `heroes/${hero}.json`), "utf8"));
      const steps = [health.standard, health.standard + HEALTH];
      const [from, to] = at % 2 === 0 ? steps : steps.toReversed();
      return { target: `heroes/${hero}/health/standard`, from, to };
    });
    const patch = {
      $schema: "../schemas/patch.json",
      id,
      date: id,
      kind: KINDS[at % KINDS.length],
      name: at % KINDS.length === 0 ? `Season ${at + 6}: Made up` : `Patch of ${id}`,
      sourceUrl: "https://example.org/patch-notes",
      completeness: { state: "complete" },
      summary: "Made up, to measure large data.",
      changes,
    };
    writeFileSync(join(folder, `patches/${id}.json`), formatJson(patch));
  }
  return known.length;
}
