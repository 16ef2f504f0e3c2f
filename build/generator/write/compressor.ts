import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import { compress } from "../../core/site/compress.ts";

type Compressed = ReturnType<typeof compress>;

/** Compresses bodies while others are still made. */
export type Compressor = {
  /** Calls `use` with both forms of a body: in this call or a later one, or in `finish`. */
  add: (body: Uint8Array, use: (compressed: Compressed) => void) => void;
  /** Waits until every body is compressed. */
  finish: () => void;
  close: () => void;
};

/** What the thread is given. `done` counts the bodies that it has compressed. */
export type ThreadData = { port: MessagePort; done: Int32Array };

/** The compiled program of the thread. Programs that run from their sources have none. */
const THREAD = new URL("./compress-thread.js", import.meta.url);

const IS_COMPILED = import.meta.url.endsWith(".js");

/** No body takes a tenth of this. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Creates a compressor. Making pages and compressing them take about the same time, so it has a
 * thread of its own, from the first body on. The caller does not return to the event loop
 * meanwhile, so answers are taken from the port.
 */
export function createCompressor(): Compressor {
  const { port1: port, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const uses: ((compressed: Compressed) => void)[] = []; // in the order of the answers
  let worker: Worker | undefined;

  const take = () => {
    for (let answer = receiveMessageOnPort(port); answer; answer = receiveMessageOnPort(port))
      uses.shift()?.(answer.message);
  };
  return {
    add: (body, use) => {
      if (!IS_COMPILED) {
        use(compress(body));
        return;
      }
      const data: ThreadData = { port: port2, done };
      worker ??= new Worker(THREAD, { workerData: data, transferList: [port2] });
      uses.push(use);
      port.postMessage(Uint8Array.from(body)); // a copy, since a view would bring all of its buffer
      take();
    },
    finish: () => {
      while (uses.length > 0) {
        const before = Atomics.load(done, 0);
        take();
        if (uses.length > 0 && Atomics.wait(done, 0, before, LONGEST_WAIT_MS) === "timed-out")
          throw new Error("the thread that compresses does not answer");
      }
    },
    close: () => {
      port.close();
      void worker?.terminate();
    },
  };
}
