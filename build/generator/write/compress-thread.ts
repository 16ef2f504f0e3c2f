import { workerData } from "node:worker_threads";
import { compress } from "../../core/site/compress.ts";
import type { ThreadData } from "./compressor.ts";

/** A thread of `createCompressor`: it compresses one body after another. */
const { port, done }: ThreadData = workerData;

port.on("message", (body: Uint8Array) => {
  port.postMessage(compress(body));
  Atomics.add(done, 0, 1);
  Atomics.notify(done, 0);
});
