import { isIPv4 as isAddress } from "node:net";
import { exchange } from "../build/fetch/exchange.ts";
import type { Host } from "./host.ts";

/**
 * By undici, whose requests can be bounded in every way. It takes a third of a start, so only those
 * who ask load it.
 */
export const createAsker: Host["createAsker"] = ({ connections, connectMs }) => {
  const opened = import("undici").then(
    ({ Agent }) => new Agent({ connections, connect: { timeout: connectMs } }),
  );
  return {
    ask: async (url, question) => {
      const { origin, pathname, search } = new URL(url);
      return await exchange(await opened, { origin, path: pathname + search, ...question });
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

/** The quickest there is: every request asks. */
export const isIPv4: Host["isIPv4"] = isAddress;

/** A process lives on by itself. */
export const goOn: Host["goOn"] = () => undefined;
