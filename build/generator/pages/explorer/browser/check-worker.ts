import {
  type CheckedFile,
  checkFiles,
  type LogFile,
} from "../../../../client/match-log/check-files.ts";
import { namesOf } from "../../../../client/names.ts";
import type { NameList } from "../../../../core/schema/lists.ts";

/** A request to the worker. */
export type CheckRequest = { names: NameList; files: readonly LogFile[] };

/** Its answers: how much it has read, and at the end what it found. */
export type CheckAnswer = { readBytes: number; allBytes: number } | { checked: CheckedFile[] };

/** The time between two reports of progress, in milliseconds. */
const REPORT_EVERY_MS = 60;

addEventListener("message", async ({ data: { names, files } }: MessageEvent<CheckRequest>) => {
  const answer = (message: CheckAnswer) => postMessage(message);
  let reported = 0;
  // Abilities are named later, as of the days of the logs.
  const heroes = names.heroes.map((hero) => ({ ...hero, abilities: [] }));
  const checked = await checkFiles(files, namesOf({ ...names, heroes }), (readBytes, allBytes) => {
    const now = performance.now();
    if (now - reported < REPORT_EVERY_MS) return;
    reported = now;
    answer({ readBytes, allBytes });
  });
  answer({ checked });
});
