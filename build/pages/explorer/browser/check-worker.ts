import { namesOf } from "../../../data/names.ts";
import { type CheckedFile, checkFiles, type LogFile } from "../../../match-log/check-files.ts";
import type { CodePage } from "../../../match-log/code-pages.ts";
import type { LogNames } from "./data.ts";

/** A request to the worker. */
export type CheckRequest = {
  names: LogNames;
  files: readonly LogFile[];
  /** The choice of the reader, for logs that are neither UTF-8 nor UTF-16. */
  codePage?: CodePage | undefined;
};

/** Its answers: how much it has read, and at the end what it found. */
export type CheckAnswer = { readBytes: number; allBytes: number } | { checked: CheckedFile[] };

declare global {
  /** Checks on the page itself, if no worker starts, as for most pages on a disk. */
  var gamedataCheck:
    | ((request: CheckRequest, tell: (answer: CheckAnswer) => void) => Promise<void>)
    | undefined;
}

/** The longest time without a paint, in milliseconds. */
const SLICE_MS = 12;

/** The time between two reports of progress, in milliseconds. */
const REPORT_EVERY_MS = 60;

async function check(
  { names, files, codePage }: CheckRequest,
  tell: (answer: CheckAnswer) => void,
  pause?: () => Promise<void>,
): Promise<void> {
  let reported = 0;
  const onProgress = (readBytes: number, allBytes: number) => {
    const now = performance.now();
    if (now - reported < REPORT_EVERY_MS) return;
    reported = now;
    tell({ readBytes, allBytes });
  };
  const options = { onProgress, codePage, ...(pause === undefined ? {} : { pause }) };
  tell({ checked: await checkFiles(files, namesOf(names), options) });
}

/** Lets the page paint and react after each slice. Browsers delay timers, but not messages. */
function createPause(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
    began = performance.now();
  };
}

if (typeof document === "undefined") {
  addEventListener("message", ({ data }: MessageEvent<CheckRequest>) => {
    void check(data, (answer) => postMessage(answer));
  });
} else {
  globalThis.gamedataCheck = (request, tell) => check(request, tell, createPause());
}
