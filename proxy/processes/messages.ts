import type { CountAnswers, CountQuestions } from "../limit/asked-counts.ts";

import type { Measured } from "../watch/processes.ts";

/** What a worker tells the primary. */
export type FromWorker =
  /** It serves from now on: what, and at which address. */
  | { type: "gamedata:ready"; serving: string; url: string }
  | ({ type: "gamedata:ask" } & CountQuestions)
  /** What it has measured so far, as it was asked. */
  | { type: "gamedata:measured"; question: number; metrics: Measured };

/** What the primary tells a worker. */
export type FromPrimary =
  /** Close; gently where another worker has taken over. */
  | { type: "gamedata:close"; isReplaced: boolean }
  | ({ type: "gamedata:answer" } & CountAnswers)
  /** Tell what has been measured. */
  | { type: "gamedata:measure"; question: number };

/** Other messages on the same channel are none of ours. */
export function isFromWorker(message: unknown): message is FromWorker {
  return isOurs(message);
}

/** As above. */
export function isFromPrimary(message: unknown): message is FromPrimary {
  return isOurs(message);
}

function isOurs(message: unknown): boolean {
  const type = typeof message === "object" && message !== null && "type" in message && message.type;
  return `${type}`.startsWith("gamedata:");
}
