import type { Config } from "../config.ts";
import { createRateLimitHeaders, type RateLimitHeaders } from "../limit/rate-limit-headers.ts";
import type { Windows } from "../limit/windows.ts";
import type { Log } from "../log.ts";
import type { Answers } from "./answers.ts";
import { createCommonHeaders, type HeaderList } from "./headers.ts";

/** What admits and answers requests. It is the same for every kind of server. */
export type Gate = {
  /** The answers of the current site. The site may change from one call to the next. */
  answers: () => Answers;
  windows: Windows;
  limits: Config["limits"];
  rateLimitHeaders: RateLimitHeaders;
  /** The headers of every answer. */
  commonHeaders: HeaderList;
  log: Pick<Log, "info" | "error">;
};

export type GateOptions = Pick<Gate, "answers" | "limits" | "log" | "windows"> & {
  /** The start of each path in somebody else's server. Default: none. */
  prefix?: string;
};

/** Creates the gate. */
export function createGate({ prefix, ...parts }: GateOptions): Gate {
  return {
    ...parts,
    commonHeaders: createCommonHeaders(prefix),
    rateLimitHeaders: createRateLimitHeaders(parts.limits),
  };
}
