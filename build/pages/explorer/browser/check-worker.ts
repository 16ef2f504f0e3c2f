import { namesOf } from "../../../data/names.ts";
import { type CheckedFile, checkFiles, type LogFile } from "../../../match-log/check-files.ts";
import type { CodePage } from "../../../match-log/code-pages.ts";
import type { LogNames } from "./data.ts";

/** What is asked of the worker. */
export type CheckRequest = {
  names: LogNames;
  files: readonly LogFile[];
  /** Chosen by the reader, for logs that are neither UTF-8 nor UTF-16. */
  codePage?: CodePage | undefined;
};

/** What it answers: how much it has read, and at the end what it found. */
export type CheckAnswer = { readBytes: number; allBytes: number } | { checked: CheckedFile[] };

declare global {
  /** The same on the page itself, where a browser starts no worker: as a rule on a disk. */
  var gamedataCheck:
    | ((request: CheckRequest, tell: (answer: CheckAnswer) => void) => Promise<void>)
    | undefined;
}

/** How long the page may be kept from painting, in milliseconds. */
const SLICE = 12;

/** How often progress is told, in milliseconds. */
const TELL_EVERY = 60;

async function check(
  { names, files, codePage }: CheckRequest,
  tell: (answer: CheckAnswer) => void,
  pause?: () => Promise<void>,
): Promise<void> {
  let told = 0;
  const onProgress = (readBytes: number, allBytes: number) => {
    const now = performance.now();
    if (now - told < TELL_EVERY) return;
    told = now;
    tell({ readBytes, allBytes });
  };
  const options = { onProgress, codePage, ...(pause === undefined ? {} : { pause }) };
  tell({ checked: await checkFiles(files, namesOf(names), options) });
}

/** Lets the page paint and answer after each slice. A message is not held back as a timer is. */
function createPause(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE) return;
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
