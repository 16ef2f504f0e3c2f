import { onTestFinished } from "vitest";
import { isInstalled } from "../harness/programs.ts";
import { startRedisServer } from "../harness/redis.ts";

/** Whether tests that need `redis-server` are skipped. With `CI=true` they fail without it. */
export const SKIP_REDIS = process.env["CI"] !== "true" && !isInstalled("redis-server");

/** Starts a redis-server that ends with the test. */
export async function startRedis(options: string[] = [], file?: string) {
  const server = await startRedisServer(options, file);
  onTestFinished(server.kill);
  return server;
}
