import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** The result of a load: answers by status, and the errors of requests that were not answered. */
export type LoadResult = { answers: Record<number, number>; errors: string[] };

/** `GET`, by connections of an agent; rejects where the connection ends before the answer does. */
export function getBy(
  agent: Agent,
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, agent, headers }, (answer) => {
      answer.resume();
      answer.on("error", reject);
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    }).on("error", reject);
  });
}

/**
 * A client asks again after so long: enough to be in the middle of something at any time, and
 * little for the machine.
 */
const PACE_MS = 10;

/**
 * Asks as so many clients, half of them on connections that are kept and half on new ones, until
 * asked to stop.
 */
export function startLoad(
  port: number,
  path: string,
  clients = 8,
): { stop: () => Promise<LoadResult> } {
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })];
  const result: LoadResult = { answers: {}, errors: [] };
  let isStopped = false;
  const ask = async (agent: Agent) => {
    while (!isStopped) {
      try {
        const status = await getBy(agent, port, path);
        result.answers[status] = (result.answers[status] ?? 0) + 1;
      } catch (error) {
        result.errors.push(String(error));
      }
      await pause(PACE_MS);
    }
  };
  const running = Array.from({ length: clients }, (_, at) => ask(agents[at % 2] ?? new Agent()));
  const stop = async () => {
    isStopped = true;
    await Promise.all(running);
    for (const agent of agents) agent.destroy();
    return result;
  };
  onTestFinished(() => void stop());
  return { stop };
}
