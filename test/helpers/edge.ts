import { onTestFinished } from "vitest";
import { findRuntime, type LocalSocket, startRuntime } from "../programs/edge/start-runtime.ts";

/** Why workerd cannot run here, for the names of skipped tests; undefined where it can. */
export function edgeIsMissing() {
  try {
    findRuntime();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`;
  }
}

/** Starts a site under workerd, with the sockets that a test wants. */
export async function startEdge(
  site: string,
  env: Record<string, string> = {},
  sockets: readonly LocalSocket[] = [{ address: "127.0.0.1:0" }],
) {
  const { process: child, stop, urls } = await startRuntime(site, env, sockets, "pipe");
  onTestFinished(stop);
  const logs: string[] = [];
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding("utf8").on("data", (text: string) => {
      logs.push(...text.split("\n").filter((line) => line !== ""));
    });
  const ports = urls.map((url) => Number(new URL(url).port));
  return { ports, port: ports[0] ?? 0, url: urls[0] ?? "", logs };
}
