import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The folder of the real data. The benchmark runs at the root of the checkout. */
export const REAL_DATA = resolve("gamedata");

type Named = {
  id: string;
  names?: Record<string, string>;
  name?: string;
  aliases?: string[];
  variants?: Named[];
};
type Change = { target: string; to?: unknown };
type Gap = { path: string; before?: string };
type Patch = { id: string; date: string; changes: Change[] };

const DAY_MS = 86_400_000;

/** The endings that tell apart the patches of one day. */
const LETTERS = ["", ..."bcdefghijklmnopqrstuvwxyz"].map((letter) =>
  letter === "" ? "" : `-${letter}`,
);

/**
 * Writes data that are `times` times the real data, and returns their folder. Each copy has every
 * hero and map under other names, and every patch in the same order, on other days.
 */
export function generateData(times: number): string {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-bench-"));
  cpSync(REAL_DATA, folder, { recursive: true });
  const heroes = readAll<Named>("heroes");
  const maps = readAll<Named>("maps");
  for (let copy = 1; copy < times; copy += 1) {
    for (const hero of heroes) writeInto(folder, "heroes", renamed(hero, copy));
    for (const map of maps) writeInto(folder, "maps", renamed(map, copy));
  }
  if (times > 1) writePatches(folder, times);
  return folder;
}

function readAll<T>(kind: string): T[] {
  const dir = join(REAL_DATA, kind);
  return readdirSync(dir)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(dir, file), "utf8")));
}

function writeInto(folder: string, kind: string, value: { id: string }): void {
  mkdirSync(join(folder, kind), { recursive: true });
  writeFileSync(join(folder, kind, `${value.id}.json`), `${JSON.stringify(value, null, 2)}\n`);
}

function renamed(thing: Named, copy: number): Named {
  const again = (name: string) => `${name} x${copy}`;
  const result: Named = { ...thing, id: `${thing.id}-x${copy}` };
  if (thing.aliases !== undefined) result.aliases = thing.aliases.map(again);
  if (thing.name !== undefined) result.name = again(thing.name);
  if (thing.names !== undefined) {
    result.names = Object.fromEntries(
      Object.entries(thing.names).map(([language, name]) => [language, again(name)]),
    );
  }
  if (thing.variants !== undefined) {
    result.variants = thing.variants.map((variant) => ({
      ...variant,
      name: again(variant.name ?? ""),
    }));
  }
  return result;
}

/** The first patch of every copy, then the second of every copy, and so on, 26 a day. */
function writePatches(folder: string, times: number): void {
  const game: { historyFrom: string } = JSON.parse(readFileSync(join(folder, "game.json"), "utf8"));
  // Older patches are left out, as no state can be rebuilt from them.
  const offered = readAll<Patch>("patches").filter(({ id }) => id >= game.historyFrom);
  const start = Date.parse(game.historyFrom);
  rmSync(join(folder, "patches"), { recursive: true });
  let written = 0;
  for (const patch of offered.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    for (let copy = 0; copy < times; copy += 1) {
      const date = new Date(start + Math.floor(written / LETTERS.length) * DAY_MS)
        .toISOString()
        .slice(0, 10);
      const id = `${date}${LETTERS[written % LETTERS.length]}`;
      const value = {
        ...patch,
        id,
        date,
        changes: copy === 0 ? patch.changes : changesOf(patch, copy),
      };
      writeInto(folder, "patches", value);
      written += 1;
      // The first patch adds the sub-roles, so all heroes have one only after its last copy.
      if (patch === offered[0])
        writeFileSync(join(folder, "game.json"), JSON.stringify({ ...game, historyFrom: id }));
    }
  }
  const { gaps }: { gaps: Gap[] } = JSON.parse(readFileSync(join(folder, "gaps.json"), "utf8"));
  const kept = gaps.filter(
    ({ path, before }) => before === undefined && !path.startsWith("patches/"),
  );
  writeFileSync(join(folder, "gaps.json"), JSON.stringify({ gaps: kept }));
}

/** The changes of a patch for a copy. Roles and modes have no copies, so they are left out. */
function changesOf({ changes }: Patch, copy: number): Change[] {
  return changes.flatMap((change) => {
    const [collection = "", id = "", ...rest] = change.target.split("/");
    if (collection !== "heroes" && collection !== "maps") return [];
    const to = rest.length === 0 && isThing(change.to) ? renamed(change.to, copy) : change.to;
    return [
      {
        ...change,
        target: [collection, `${id}-x${copy}`, ...rest].join("/"),
        ...("to" in change ? { to } : {}),
      },
    ];
  });
}

function isThing(value: unknown): value is Named {
  return typeof value === "object" && value !== null && "id" in value;
}
