import { isIPv4 as isAddress } from "node:net";
import { exchange } from "../build/core/fetch/exchange.ts";
import type { Host } from "./host.ts";

/**
 * Uses undici, as all its times and sizes can be limited. It takes a third of the time of a start,
 * so it is loaded only where it is used.
 */
export const createClient: Host["createClient"] = ({ connections, connectMs }) => {
  const opened = import("undici").then(
    ({ Agent }) => new Agent({ connections, connect: { timeout: connectMs } }),
  );
  return {
    fetchOnce: async (url, request) => {
      const { origin, pathname, search } = new URL(url);
      return await exchange(await opened, { origin, path: pathname + search, ...request });
    },
    close: () => void opened.then((dispatcher) => dispatcher.destroy()),
  };
};

export const every: Host["every"] = (milliseconds, work) => {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
};

export const later: Host["later"] = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** Uses the fastest check, as every request needs it. */
export const isIPv4: Host["isIPv4"] = isAddress;

/** Does nothing: a process stays alive by itself. */
export const waitUntil: Host["waitUntil"] = () => undefined;

export const sharesPromises: Host["sharesPromises"] = true;
