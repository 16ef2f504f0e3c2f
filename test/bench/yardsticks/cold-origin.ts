import { pino } from "pino";
import { createApp } from "../../../proxy/app.ts";
import { openAuthorities } from "../../../proxy/auth/authorities.ts";
import { createIdentify } from "../../../proxy/auth/identify.ts";
import { readConfig } from "../../../proxy/config.ts";
import { createMemoryWindows } from "../../../proxy/limit/windows.ts";
import { openOriginCatalog } from "../../../proxy/site/origin-catalog.ts";
import { listen } from "../../../proxy/start.ts";
import { announce } from "./announce.ts";

/** The proxy in front of an origin, where each document is one that nobody has asked for yet: its cache takes none. */
const read = readConfig(process.env);
if ("problems" in read) throw new Error(read.problems.join("\n"));
const { config } = read;
const logger = pino({ level: "silent" });
const catalog = await openOriginCatalog(config.site, logger, { maxCacheBytes: 1 });
const authorities = await openAuthorities(config.auth, catalog.current().manifest.baseUrl, logger);
const app = createApp({
  config,
  catalog: catalog.current,
  identify: createIdentify(authorities),
  windows: createMemoryWindows(config.limits.windowSeconds),
  logger,
});
await listen(app, { host: "127.0.0.1", port: 0 });
announce(app.server);
