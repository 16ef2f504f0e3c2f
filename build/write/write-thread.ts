import { parentPort } from "node:worker_threads";
import { openPlace } from "./place.ts";
import type { Order, Task } from "./write-threads.ts";

// The program of each thread of write-threads.ts.

parentPort?.on("message", ({ options, waiting, port }: Task) => {
  const place = openPlace(options);
  port.on("message", (order: Order) => {
    if (typeof order === "string") return port.postMessage(place[order]());
    place.take(order);
    Atomics.sub(waiting, 0, order.body.length);
  });
});
