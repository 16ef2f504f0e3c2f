import type { Answers, HeaderList } from "./answers.ts";
import type { Config } from "./config.ts";
import { createCommonHeaders } from "./headers.ts";
import { createRateLimitHeaders, type RateLimitHeaders } from "./limit/rate-limit-headers.ts";
import type { Windows } from "./limit/windows.ts";
import type { Log } from "./log.ts";

/** What stands behind the gate, and who may pass it; the same in every server. */
export type Gate = {
  /** The answers of the site as it is now. A request's answer is made of one site's alone. */
  answers: () => Answers;
  windows: Windows;
  limits: Config["limits"];
  rateLimitHeaders: RateLimitHeaders;
  /** On every answer. */
  commonHeaders: HeaderList;
  log: Pick<Log, "info" | "error">;
};

export type GateOptions = Pick<Gate, "answers" | "limits" | "log" | "windows"> & {
  /** What stands before each path in the server of somebody else. */
  prefix?: string;
};

/** Puts together what requests pass. */
export function createGate({ prefix, ...parts }: GateOptions): Gate {
  return {
    ...parts,
    commonHeaders: createCommonHeaders(prefix),
    rateLimitHeaders: createRateLimitHeaders(parts.limits),
  };
}
