import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { PACKAGE_ROOT } from "../package.ts";
import type { Content } from "../site/site.ts";
import type { Place, PlaceOptions, Taken } from "./place.ts";

/** A site that a thread helps to write. `waiting` holds how many bytes of contents it was given and has not written yet. */
export type Task = { options: PlaceOptions; waiting: Int32Array; port: MessagePort };

/** What comes through the port: a content to take, or which of the place's methods to call and answer with. */
export type Order = Content | keyof Pick<Place, "taken" | "linkTheSame">;

/** The same place as `openPlace` opens, in other threads. */
export type Helpers = {
  /** Gives a content to a thread that has little to do; false where none has, and the caller is as quick itself. */
  take: (content: Content) => boolean;
  taken: () => Promise<Taken[]>;
  linkTheSame: () => Promise<void>;
  /** Waits for what they are writing, and lets them go. */
  end: () => Promise<void>;
};

/** More than these would wait for the thread that makes the contents. */
const MOST_THREADS = 3;

/** A thread with as much before it, in bytes, is given no more: some hundredths of a second's work, so that all end at about the same time. */
const MOST_WAITING = 256 * 1024;

/** Has the other threads help with a site. */
export function helpWith(options: PlaceOptions): Helpers {
  const helpers = runningThreads().map(({ worker, failed }) => {
    const waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const { port1, port2: port } = new MessageChannel();
    worker.postMessage({ options, waiting, port } satisfies Task, [port]);
    const order = (order: Order) => port1.postMessage(order);
    const ask = async (question: Exclude<Order, Content>) => {
      order(question);
      const [answer] = await Promise.race([once(port1, "message"), failed]);
      return answer;
    };
    return { waiting, order, ask, close: () => port1.close() };
  });
  const askAll = (question: Exclude<Order, Content>) =>
    Promise.all(helpers.map(({ ask }) => ask(question)));
  return {
    take: (content) => {
      const free = helpers.find(({ waiting }) => Atomics.load(waiting, 0) < MOST_WAITING);
      if (free === undefined) return false;
      Atomics.add(free.waiting, 0, content.body.length);
      free.order(content);
      return true;
    },
    taken: () => askAll("taken"),
    linkTheSame: async () => void (await askAll("linkTheSame")),
    end: async () => {
      await askAll("taken").catch(() => {}); // whoever waited for them has been told
      for (const { close } of helpers) close();
    },
  };
}

type Thread = { worker: Worker; failed: Promise<never> };

let running: Thread[] | undefined;

/** One for every processor but this thread's. They are started for the first site, serve the next ones, and keep no process from its end. */
function runningThreads(): Thread[] {
  running ??= Array.from(
    { length: Math.min(availableParallelism() - 1, MOST_THREADS) },
    startThread,
  );
  return running;
}

function startThread(): Thread {
  const worker = new Worker(join(PACKAGE_ROOT, ".compiled/write-thread.js"));
  worker.unref();
  const failed = once(worker, "error").then(([error]) => {
    running = undefined;
    throw error;
  });
  failed.catch(() => {});
  return { worker, failed };
}
