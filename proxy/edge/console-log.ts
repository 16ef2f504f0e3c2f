import { describeError } from "../../build/core/errors.ts";
import type { Log } from "../log.ts";

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Logs JSON lines to the console, which the platform collects. Leaves out lower levels. */
export function createConsoleLog(level: string): Log {
  const least = LEVELS.indexOf(level);
  const write =
    (own: "info" | "warn" | "error") =>
    (fields: object, message: string): void => {
      if (LEVELS.indexOf(own) < least) return;
      const line = { level: own, ...withReason(fields), msg: message };
      // biome-ignore lint/suspicious/noConsole: the platform's log is the console
      console.log(JSON.stringify(line));
    };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}

/** Replaces an error by its description. */
function withReason(fields: object): object {
  return "err" in fields ? { ...fields, err: describeError(fields.err) } : fields;
}
