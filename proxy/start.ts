import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { KeyFileError } from "../build/schema/api-key.ts";
import { createApp } from "./app.ts";
import { openAuthorities } from "./auth/authorities.ts";
import { createIdentify } from "./auth/identify.ts";
import type { Config } from "./config.ts";
import type { SharedWindows } from "./limit/shared-windows.ts";
import { createMemoryWindows, type Windows } from "./limit/windows.ts";
import { SiteError } from "./site/catalog.ts";
import { openLiveCatalog } from "./site/live-catalog.ts";

/** A proxy that does not listen yet; `serving` says what it serves, and `look` makes it look at its site at once. */
export type Proxy = { app: FastifyInstance; serving: string; look: () => void };

/** Opens everything the settings name. Windows are those of the store that the settings name, before any that are given. */
export async function openProxy(config: Config, logger: Logger, given?: Windows): Promise<Proxy> {
  const site = openLiveCatalog(config.site, logger);
  const { baseUrl, patch, version } = site.current().manifest;
  const authorities = openAuthorities(config.auth, config.baseUrl ?? baseUrl, logger);
  const redis = await openStore(config, logger);
  const windows = redis ?? given ?? createMemoryWindows(config.limits.windowSeconds);
  const app = createApp({ config, catalog: site.current, identify: createIdentify(authorities), windows, logger });
  app.addHook("onClose", () => {
    site.close();
    authorities.close();
    redis?.close();
  });
  const serving = `serving ${config.site} (patch ${patch}, version ${version})`;
  return { app, serving, look: () => site.look(true) };
}

/** Listens where the settings say, and returns the address; `words` is what the log says of it. */
export async function listen(app: FastifyInstance, config: Config, words: (url: string) => string): Promise<string> {
  try {
    return await app.listen({ host: config.host, port: config.port, listenTextResolver: words });
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Does what a start needs, and says whether it was done. What is wrong with the settings is one line each, and exit code 1. */
export async function orRefuse({ host, port }: Config, start: () => Promise<void>): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    if (error instanceof SiteError) refuseToStart([`SITE: ${error.message}`]);
    else if (error instanceof KeyFileError) refuseToStart([`API_KEYS_FILE: ${error.message}`]);
    else if (isListenError(error))
      refuseToStart([`HOST, PORT: ${host}:${port} cannot be listened on: ${error.message}`]);
    else throw error;
    return false;
  }
}

export function refuseToStart(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/** How long requests in flight may take to finish after the signal to close, in milliseconds. */
export const GRACE_MS = 10_000;

/** The first signal lets requests in flight finish, for a while; a second one does not wait. Returns what the first signal does. */
export function closeOnSignal({ close, server }: FastifyInstance, logger: Logger): () => void {
  let isClosing = false;
  const closeGently = (signal?: NodeJS.Signals) => {
    isClosing = true;
    logger.info({ signal }, "closing");
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
    close().then(undefined, (error: unknown) => {
      logger.error({ err: error }, "could not close");
      process.exitCode = 1;
    });
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => (isClosing ? process.exit(1) : closeGently(signal)));
  }
  return () => {
    if (!isClosing) closeGently();
  };
}

async function openStore({ redis, limits }: Config, log: Logger): Promise<SharedWindows | undefined> {
  if (redis === undefined) return undefined;
  const { openRedisWindows } = await import("./limit/redis-windows.ts"); // nobody else waits for the client to load
  return openRedisWindows(redis, limits.windowSeconds, { log });
}

/** `bind` is what it is called where one process listens for several. */
const LISTENING: ReadonlySet<unknown> = new Set(["listen", "bind", "getaddrinfo"]);

function isListenError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && LISTENING.has(error.syscall);
}
