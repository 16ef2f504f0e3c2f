import type { BatchCounts, CountBatch } from "../limit/remote-counts.ts";
import type { CloseOptions } from "../server.ts";
import type { Measured } from "../watch/processes.ts";

/** A message from a worker to the primary. */
export type FromWorker =
  /** The worker serves: `serving` says what, `url` where. */
  | { type: "gamedata:ready"; serving: string; url: string }
  | ({ type: "gamedata:ask" } & CountBatch)
  /** The metrics of the worker, as the primary has asked. */
  | { type: "gamedata:measured"; question: number; metrics: Measured };

/** A message from the primary to a worker. */
export type FromPrimary =
  | ({ type: "gamedata:close" } & CloseOptions)
  | ({ type: "gamedata:answer" } & BatchCounts)
  /** Send the metrics. */
  | { type: "gamedata:measure"; question: number };

/** Whether a message is ours. Other code may use the same channel. */
export function isFromWorker(message: unknown): message is FromWorker {
  return isOurs(message);
}

/** Whether a message is ours, in a worker. */
export function isFromPrimary(message: unknown): message is FromPrimary {
  return isOurs(message);
}

function isOurs(message: unknown): boolean {
  const type = typeof message === "object" && message !== null && "type" in message && message.type;
  return `${type}`.startsWith("gamedata:");
}
