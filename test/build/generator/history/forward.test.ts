import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { GapsFileSchema } from "../../../../build/core/schema/game.ts";
import {
  figuresOfApril,
  figuresUnlikeApril,
  officialFigures,
} from "../../../helpers/official-figures.ts";

/**
 * The forward proof. Where it starts comes from others: the value before a patch as the publisher's
 * notes print it, or as somebody wrote it down in April. The walk is this file's own, and reads the
 * files of the data as they are, so that nothing of the code that walks back is believed.
 */
const PatchSchema = z.object({
  id: z.string(),
  changes: z.array(
    z.object({
      target: z.string(),
      from: z.unknown().optional(),
      to: z.unknown().optional(),
      scope: z.string().optional(),
      breaks: z.unknown().optional(),
    }),
  ),
});

const RECORD = fg
  .sync("patches/*.json", { cwd: PACKAGE_DATA })
  .sort()
  .map((file) => PatchSchema.parse(read(file)));

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(PACKAGE_DATA, file), "utf8"));
}

/** Follows a path; in a list, an element by its id. Figures may stand a step deeper. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [key = "", ...rest] = path;
  if (path.length === 0) return value;
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value))
    return valueAt(
      value.find((element) => Reflect.get(Object(element), "id") === key),
      rest,
    );
  const next = Reflect.get(value, key);
  const isFigure = next === undefined && rest.length === 0 && "figures" in value;
  return isFigure ? valueAt(value.figures, path) : valueAt(next, rest);
}

function todayOf(target: string): unknown {
  const [, hero = "", ...path] = target.split("/");
  return valueAt(read(`heroes/${hero}.json`), path);
}

/** What the record makes of a value as of a patch; a text says what does not join. */
function walk(target: string, start: number, after: string): unknown {
  let value: unknown = start;
  for (const { id, changes } of RECORD.filter((patch) => patch.id > after)) {
    for (const change of changes) {
      if (change.scope === "6v6" || !`${target}/`.startsWith(`${change.target}/`)) continue;
      const below = target
        .slice(change.target.length)
        .split("/")
        .filter((segment) => segment !== "");
      const before = valueAt(change.from, below);
      const isKit = change.target.endsWith("/abilities");
      if (isKit && !target.endsWith("/cooldown")) continue; // a kit reports no figures
      if (before !== undefined && before !== value && change.breaks === undefined)
        return `${id} has ${JSON.stringify(before)} where ${JSON.stringify(value)} was`;
      value = valueAt(change.to, below);
    }
  }
  return value;
}

function unlikeToday(starts: readonly { target: string; value: number; after: string }[]) {
  return starts.flatMap(({ target, value, after }) => {
    const [end, today] = [walk(target, value, after), todayOf(target)];
    return end === today ? [] : [{ target, value, after, end, today }];
  });
}

describe("walking forward through the record gives today's figures", () => {
  const HISTORY_FROM = "2026-02-10";

  it("from what the publisher's notes say was before or after the first that printed it", () => {
    const first = new Map<string, { target: string; value: number; after: string }>();
    for (const { patch, target, before, after } of officialFigures()) {
      if (patch < HISTORY_FROM || !/\/(abilities|perks|health)\//.test(target)) continue;
      const start =
        patch === HISTORY_FROM
          ? { target, value: after, after: patch }
          : { target, value: before, after: HISTORY_FROM };
      if (!first.has(target)) first.set(target, start);
    }
    const brought = broughtLater();
    const starts = [...first.values()].filter(({ target }) => !isBelow(target, brought));
    expect(starts.length).toBeGreaterThan(120);
    expect(unlikeToday(starts)).toEqual([]);
  });

  it("from what somebody else wrote down in April", () => {
    const starts = figuresOfApril().map((row) => ({ ...row, after: "2026-04-23" }));
    expect(starts.length).toBeGreaterThan(80);
    expect(unlikeToday(starts)).toEqual([]);
  });

  it("but for ten figures of April, each explained, in a gap where nobody knows", () => {
    const starts = figuresUnlikeApril().map((row) => ({ ...row, after: "2026-04-23" }));
    expect(unlikeToday(starts).map(({ target }) => target)).toEqual(
      starts.map(({ target }) => target),
    );
    const gaps = GapsFileSchema.parse(read("gaps.json")).gaps.map(({ path }) => path);
    const unexplained = starts.filter(
      ({ target, why }) => why === "" || (why.startsWith("gap") && !picomatch(gaps)(target)),
    );
    expect([starts.length, unexplained]).toEqual([10, []]);
  });
});

/** Heroes and perks that were added after the oldest state: nothing of them existed before. */
function broughtLater(): string[] {
  return RECORD.flatMap(({ id, changes }) =>
    changes.flatMap(({ target, from, to }) =>
      id > "2026-02-10" && from === undefined && typeof to === "object" ? [target] : [],
    ),
  );
}

function isBelow(target: string, things: readonly string[]): boolean {
  return things.some((thing) => target.startsWith(`${thing}/`));
}
