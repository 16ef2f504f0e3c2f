import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withLock } from "../../../../build/generator/write/lock.ts";
import {
  finishUpdate,
  isUnfinished,
} from "../../../../build/generator/write/replace-data-files.ts";
import { contents, NEW, OLD, oldFolder } from "./data-to-replace.ts";
import { type Failure, type Saboteur, sabotageScript } from "./sabotage.ts";

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

  it("leaves all old or all new files where it is killed, once the next run looked", async () => {
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
