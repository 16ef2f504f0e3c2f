import { isIPv4 as isAddress } from "node:net";
import { Agent } from "undici";
import { exchange } from "../build/fetch/exchange.ts";
import type { Host } from "./host.ts";

/** By undici, whose requests can be bounded in every way. */
export const createAsker: Host["createAsker"] = ({ connections, connectMs }) => {
  const dispatcher = new Agent({ connections, connect: { timeout: connectMs } });
  return {
    ask: (url, question) => {
      const { origin, pathname, search } = new URL(url);
      return exchange(dispatcher, { origin, path: pathname + search, ...question });
    },
    close: () => void dispatcher.destroy(),
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
