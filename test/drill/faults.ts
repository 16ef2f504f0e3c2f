import { readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { issueKey, revokeKey } from "../../build/keys/keys.ts";
import { familyOf } from "./programs.ts";
import type { World } from "./world.ts";

/** Something that goes wrong, and is right again when the promise is fulfilled. */
export type Fault = {
  name: string;
  needs?: "redis" | "workers";
  strike: (world: World) => Promise<void>;
};

/** After a failed fetch of its keys an authorization server is left alone for 5 seconds; a request may wait 3 for one. */
const UNTIL_KEYS_ARE_KNOWN_MS = 10_000;

/** How long after a kill a connection may still turn out to be broken. */
const UNTIL_A_KILL_IS_NOTICED_MS = 2_000;

const PORT_OF_URL = (world: World) => Number(new URL(world.url).port);

/** A connection to the service, whatever becomes of it. */
function connectionTo(world: World): Socket {
  return connect(PORT_OF_URL(world), "127.0.0.1").on("error", () => undefined);
}

/** A request with a key that nobody issued, from an address that no caller of the drill has. */
function madeUpRequest(at: number, one: number): string {
  const address = `198.18.${at}.${one % 256}`;
  const lines = ["Host: drill", `X-Forwarded-For: ${address}`, `X-API-Key: gdr_${at}x${one}`];
  return `GET /v1/games HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** All that is done to the service, in this order, again and again. */
export const FAULTS: readonly Fault[] = [
  {
    name: "the site is replaced by that of another patch",
    strike: async ({ sites }) => sites.swap(),
  },
  {
    name: "a worker is killed",
    needs: "workers",
    strike: async (world) => {
      const [, worker] = familyOf(world.proxy.child.pid ?? 0);
      if (worker === undefined) return;
      world.killedUntil = performance.now() + UNTIL_A_KILL_IS_NOTICED_MS;
      process.kill(worker.pid, "SIGKILL");
      await setTimeout(1_000);
    },
  },
  {
    name: "Redis is killed, and comes back",
    needs: "redis",
    strike: async ({ redis }) => {
      await redis?.kill();
      await setTimeout(2_000);
      await redis?.start();
    },
  },
  {
    name: "the key file is rewritten: a key is issued, another one revoked",
    strike: async ({ keysFile }) => {
      const { entry } = issueKey(keysFile, { prefix: "gdr_", name: "short-lived" }, new Date());
      await setTimeout(500);
      revokeKey(keysFile, entry.id, new Date());
    },
  },
  {
    name: "the authorization server signs with new keys",
    strike: async (world) => {
      world.authorization.retire(); // what signed before the last time
      await world.authorization.rotate();
      await world.renewTokens();
    },
  },
  {
    name: "the proxy is told to look at everything anew (SIGHUP)",
    strike: async ({ proxy }) => {
      proxy.child.kill("SIGHUP");
      await setTimeout(2_000);
    },
  },
  {
    name: "Redis stands still",
    needs: "redis",
    strike: async ({ redis }) => {
      redis?.pause();
      await setTimeout(1_500);
      redis?.resume();
    },
  },
  {
    name: "the authorization server is away",
    strike: async (world) => {
      world.authorizationAwayUntil = Number.POSITIVE_INFINITY;
      await world.authorization.stop();
      await setTimeout(2_000);
      await world.authorization.start();
      world.authorizationAwayUntil = performance.now() + UNTIL_KEYS_ARE_KNOWN_MS;
    },
  },
  {
    name: "200 connections that send half a request, and 200 that send none",
    strike: async (world) => {
      const bytes = Array.from({ length: 200 }, () => "GET /v1/games HTTP/1.1\r\nHost: drill");
      const sockets = [...bytes, ...bytes.map(() => "hello\r\n\r\n")].map((text) =>
        connect(PORT_OF_URL(world), "127.0.0.1")
          .on("error", () => undefined)
          .setNoDelay()
          .end(text),
      );
      await setTimeout(1_000);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: "50 connections that ask for much, and read nothing",
    strike: async (world) => {
      const sockets = Array.from({ length: 50 }, () => connectionTo(world).pause());
      for (const socket of sockets)
        socket.write("GET /v1/overwatch/heroes HTTP/1.1\r\nHost: drill\r\n\r\n".repeat(50));
      await setTimeout(3_000);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: "a flood of made-up keys and addresses",
    strike: async (world) => {
      const sockets = Array.from({ length: 10 }, () => connectionTo(world).resume());
      for (const [at, socket] of sockets.entries())
        socket.write(Array.from({ length: 300 }, (_, one) => madeUpRequest(at, one)).join(""));
      await setTimeout(3_000);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: "nobody reads the log",
    strike: async ({ proxy }) => {
      proxy.child.stdout?.pause();
      await setTimeout(5_000);
      proxy.child.stdout?.resume();
    },
  },
  {
    name: "the site is replaced by one that leads out of its folder",
    strike: async ({ sites }) => {
      const manifest = join(sites.folder, "manifest.json");
      const good = readFileSync(manifest);
      const { documents, ...rest } = JSON.parse(good.toString());
      const hostile = [{ ...documents[0], file: "../../keys.json" }, ...documents.slice(1)];
      writeFileSync(manifest, JSON.stringify({ ...rest, documents: hostile }));
      await setTimeout(1_500);
      writeFileSync(manifest, good);
    },
  },
  {
    name: "the key file is broken for a while",
    strike: async ({ keysFile }) => {
      const good = readFileSync(keysFile);
      writeFileSync(keysFile, good.subarray(0, good.length / 2));
      await setTimeout(1_500);
      writeFileSync(keysFile, good);
    },
  },
  {
    name: "the site is broken for a while",
    strike: async ({ sites }) => {
      const manifest = join(sites.folder, "manifest.json");
      const good = readFileSync(manifest);
      writeFileSync(manifest, good.subarray(0, good.length / 2));
      await setTimeout(1_500);
      writeFileSync(manifest, good);
    },
  },
  {
    name: "Redis forgets everything",
    needs: "redis",
    strike: async ({ redis }) => redis?.flush(),
  },
  {
    name: "somebody reads the metrics",
    strike: async ({ metricsUrl }) => {
      const text = await (await fetch(metricsUrl)).text();
      if (!text.includes("gamedata_requests_total{"))
        throw new Error(`the metrics do not count: ${text.slice(0, 200)}`);
    },
  },
];
