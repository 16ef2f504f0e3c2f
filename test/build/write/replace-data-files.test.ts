import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withLock } from "../../../build/write/lock.ts";
import {
  finishUpdate,
  isUnfinished,
  replaceFiles,
} from "../../../build/write/replace-data-files.ts";
import { filesOf, temporaryFolder } from "../../helpers/data.ts";
import { type Failure, type Saboteur, sabotageScript } from "./sabotage.ts";

const OLD = { "game.json": "old game", "heroes/ana.json": "old ana" };
const NEW = { "game.json": "new game", "heroes/ana.json": "new ana", "heroes/lucio.json": "new" };

/** A data folder of the old files. */
function oldFolder(): string {
  const dir = join(temporaryFolder(), "gamedata");
  mkdirSync(join(dir, "heroes"), { recursive: true });
  for (const [file, text] of Object.entries(OLD)) writeFileSync(join(dir, file), text);
  return dir;
}

const contents = (dir: string) => Object.fromEntries(filesOf(dir));

describe("files that are replaced together", () => {
  it("hold the new texts, and nothing is left beside them", () => {
    const dir = oldFolder();
    replaceFiles(dir, new Map(Object.entries(NEW)));
    expect(contents(dir)).toEqual(NEW);
  });

  it("stay as they were where one of them cannot be written", () => {
    const dir = oldFolder();
    const texts = { ...NEW, "maps/ilios.json": "there is no folder maps" };
    expect(() => replaceFiles(dir, new Map(Object.entries(texts)))).toThrow("ENOENT");
    expect(contents(dir)).toEqual(OLD);
  });

  it("never stand outside of the folder", () => {
    const dir = oldFolder();
    writeFileSync(join(dir, ".unfinished-update"), '["../../thesis.json"]');
    expect(() => finishUpdate(dir)).toThrow();
    expect(existsSync(join(dir, "../../thesis.json"))).toBe(false);
  });
});

describe("a program that fails at whatever call changes a file", () => {
  let script: Saboteur;
  beforeAll(async () => {
    script = await sabotageScript(`
      import { withLock } from "./lock.ts";
      import { replaceFiles } from "./replace-data-files.ts";
      const texts = new Map(Object.entries(${JSON.stringify(NEW)}));
      withLock("heroes", () => replaceFiles(".", texts));
    `);
  });
  afterAll(() => script.remove());

  /** Sabotages each call in a run of its own, and gives the folders that failed runs left. */
  async function sabotageEach(how: Failure): Promise<string[]> {
    const left: string[] = [];
    for (let at = 0; ; at += 4) {
      const wave = await Promise.all(
        [0, 1, 2, 3].map(async (more) => {
          const dir = oldFolder();
          const { status } = await script.run(dir, [], { how, at: at + more });
          return { dir, isDone: status === 0 };
        }),
      );
      left.push(...wave.filter(({ isDone }) => !isDone).map(({ dir }) => dir));
      if (wave.some(({ isDone }) => isDone)) return left;
    }
  }

  it("leaves all old files or all new ones once the next run has looked, where it is killed", async () => {
    const left = await sabotageEach("kill");
    const states = left.map((dir) => {
      withLock(join(dir, "heroes"), () => finishUpdate(dir));
      expect(isUnfinished(dir)).toBe(false);
      return Object.entries(contents(dir)).filter(([file]) => file.endsWith(".json"));
    });
    const known = [OLD, NEW].map((files) => Object.entries(files));
    for (const state of states) expect(known).toContainEqual(state);
    for (const one of known) expect(states).toContainEqual(one);
  });

  it("leaves the old files and nothing else, no lock either, where the disk is full", async () => {
    const left = await sabotageEach("full disk");
    expect(left.length).toBeGreaterThan(10);
    for (const dir of left) expect(contents(dir)).toEqual(OLD);
    expect(left.map((dir) => existsSync(join(dir, "heroes.lock")))).not.toContain(true);
  });
});
