import { existsSync } from "node:fs";
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { ExpectedError } from "../../core/expected-error.ts";
import { compress } from "../../core/site/compress.ts";
import { hasSiblings } from "../../core/site/siblings.ts";
import type { Content } from "../../core/site/site.ts";

type Siblings = ReturnType<typeof compress>;

/** Compresses contents while others are still made. */
export type Compressor = {
  /**
   * Calls `use` with a content and its siblings, by ending: in this call or a later one, or in
   * `finish`.
   */
  add: (content: Content, use: (bodies: ReadonlyMap<string, Uint8Array>) => void) => void;
  /** Waits until every content is compressed. */
  finish: () => void;
  close: () => void;
};

/** What the thread is given. `done` counts the bodies that it has compressed. */
export type ThreadData = { port: MessagePort; done: Int32Array };

/** The compiled program of the thread. Where there is none, contents are compressed at once. */
const THREAD = new URL("./compress-thread.js", import.meta.url);

/** No body takes a tenth of this. */
const LONGEST_WAIT_MS = 60_000;

/**
 * The siblings that were made last, by the checksum of their content. Sites that one process builds
 * share most contents, and compressing takes two thirds of a small build.
 */
const recentSiblings = new LRUCache<string, Siblings>({
  maxSize: 8_000_000, // bytes
  sizeCalculation: ({ br, gz }) => br.length + gz.length + 1,
});

/**
 * Creates a compressor. Making pages and compressing them take about the same time, so it has a
 * thread of its own, from the first body on. The caller does not return to the event loop
 * meanwhile, so answers are taken from the port.
 */
export function createCompressor(): Compressor {
  const { port1: port, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const uses: ((siblings: Siblings) => void)[] = []; // in the order of the answers
  const hasThread = existsSync(THREAD);
  let worker: Worker | undefined;

  const take = () => {
    for (let answer = receiveMessageOnPort(port); answer; answer = receiveMessageOnPort(port))
      uses.shift()?.(answer.message);
  };
  return {
    add: ({ body, sha256, files: [file = ""] }, use) => {
      if (!hasSiblings(file)) {
        use(new Map([["", body]]));
        return;
      }
      const useSiblings = (siblings: Siblings) => {
        recentSiblings.set(sha256, siblings);
        use(bodiesOf(body, siblings));
      };
      const known = recentSiblings.get(sha256) ?? (hasThread ? undefined : compress(body));
      if (known !== undefined) {
        useSiblings(known);
        return;
      }
      const data: ThreadData = { port: port2, done };
      worker ??= new Worker(THREAD, { workerData: data, transferList: [port2] }).on(
        "error",
        () => undefined, // `finish` notices it first
      );
      uses.push(useSiblings);
      // A copy, since a view would bring all of its buffer.
      port.postMessage(Uint8Array.from(body));
      take();
    },
    finish: () => {
      while (uses.length > 0) {
        const before = Atomics.load(done, 0);
        take();
        if (uses.length > 0 && Atomics.wait(done, 0, before, LONGEST_WAIT_MS) === "timed-out")
          throw new ExpectedError(
            "the thread that compresses has ended, perhaps for want of memory; try again with more",
          );
      }
    },
    close: () => {
      port.close();
      void worker?.terminate();
    },
  };
}

/** A content and its siblings, by ending. */
function bodiesOf(body: Uint8Array, { br, gz }: Siblings): ReadonlyMap<string, Uint8Array> {
  return new Map([
    ["", body],
    [".br", br],
    [".gz", gz],
  ]);
}
