/*
 * Tables of other programs, as they had them on a day, made from our data as of that day: facts
 * alone. `differs` says of each cell that is another why it is.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { historicValues } from "../../build/cli/library/make-library.ts";
import { heroAsOf, valueAsOf } from "../../build/client/history.ts";
import { namesOf } from "../../build/client/names.ts";
import { fold } from "../../build/core/spelling/fold.ts";
import { REAL_DATA as DATA } from "../helpers/real-data.ts";
import { REAL_GAME as GAME } from "../helpers/real-game.ts";

type Table = Record<string, unknown>;
type Consumer = {
  program: string;
  day: string;
  differs?: Record<string, string[]>;
} & Partial<Record<keyof typeof OURS, Table>>;

const NAMES = namesOf(GAME.naming);
const heroOf = (name: string, day: string) => heroAsOf(NAMES.heroes.resolve(name)?.id ?? "", day);
const mapOf = (name: string) => GAME.maps.find(({ id }) => id === NAMES.maps.resolve(name)?.id);
const otherMapOf = (name: string) =>
  GAME.naming.logNames?.maps.find((map) =>
    [map.id, map.name, ...map.aliases].some((one) => fold(one) === fold(name)),
  );

/** How each kind of table is made: the value of a key on a day. */
const OURS = {
  role: (hero: string, day: string) => heroOf(hero, day).role,
  subrole: (hero: string, day: string) => heroOf(hero, day).subrole,
  health: (hero: string, day: string) => {
    const { standard, armor, shields } = heroOf(hero, day).health;
    return `${standard}/${armor}/${shields}`;
  },
  cooldown: (key: string, day: string) => {
    const [, hero = "", ability] = /^(.+): (.+)$/.exec(key) ?? [];
    const found = heroOf(hero, day).abilities.find(({ name }) => name === ability);
    return found && (found.cooldown ?? 0);
  },
  english: (_at: string, _day: string, theirs: unknown) =>
    NAMES.heroes.resolve(String(theirs)) && theirs,
  mode: (map: string, day: string, theirs: unknown) => {
    const id = mapOf(map)?.id;
    const { modes = [] } = otherMapOf(map) ?? {};
    if (id === undefined) return modes.find((mode) => mode === theirs) ?? modes[0];
    const mode = valueAsOf(`maps/${id}/mode`, day);
    return "value" in mode ? mode.value : undefined;
  },
  country: (map: string) => mapOf(map)?.country,
  stages: (map: string) =>
    mapOf(map)
      ?.stages.map(({ name }) => name)
      .toSorted(),
  names: (path: string) => {
    const [collection, id = ""] = path.split("/");
    return collection === "heroes" ? heroAsOf(id, "2026-11-26").names : mapOf(id)?.names;
  },
};

/** Each cell of a table, a table in a cell by its own keys. */
function cellsOf({ day, ...tables }: Consumer) {
  return (Object.keys(OURS) as (keyof typeof OURS)[]).flatMap((kind) =>
    Object.entries(tables[kind] ?? {}).flatMap(([key, theirs]) => {
      const ours = attempt(() => OURS[kind](key, day, theirs));
      const cell = `${kind}/${kind === "english" ? theirs : key}`;
      if (kind !== "names") return [{ cell, theirs: textOf(theirs), ours: textOf(ours) }];
      return Object.entries(Object(theirs)).map(([language, name]) => ({
        cell: `${cell}/${language}`,
        theirs: textOf(name),
        ours: textOf(Object(ours)[language]),
      }));
    }),
  );
}

const textOf = (value: unknown) =>
  String(Array.isArray(value) ? value.toSorted() : (value ?? "")).toLowerCase();

function attempt(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return undefined; // not known, or not in the game then
    throw error;
  }
}

beforeAll(() => {
  vi.useFakeTimers({ now: new Date("2026-11-26T12:00:00Z"), toFake: ["Date"] });
  vi.stubGlobal("HISTORIES", GAME.histories().heroes);
  vi.stubGlobal("HISTORY_FROM", DATA.game.historyFrom);
  const { otherHistories, changes } = historicValues(GAME);
  vi.stubGlobal("OTHER_HISTORIES", otherHistories);
  vi.stubGlobal("CHANGES", changes);
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const CONSUMERS: Consumer[] = JSON.parse(
  readFileSync(`${import.meta.dirname}/tables.json`, "utf8"),
);

it.each(CONSUMERS)("the tables of $program come from ours", (consumer) => {
  const cells = cellsOf(consumer);
  const different = cells.filter(({ theirs, ours }) => ours !== "" && ours !== theirs);
  const missing = cells.filter(({ ours }) => ours === "").map(({ cell }) => cell);
  const equal = cells.length - different.length - missing.length;
  process.stdout.write(
    `${consumer.program}, ${consumer.day}: ${equal} equal, ${different.length} different, ` +
      `${missing.length} missing\n`,
  );
  const listed = Object.values(consumer.differs ?? {}).flat();
  expect([...different.map(({ cell }) => cell), ...missing].toSorted()).toEqual(listed.toSorted());
  expect(equal).toBeGreaterThan(listed.length);
});
