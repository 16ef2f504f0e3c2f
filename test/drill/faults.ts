import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { issueKey, revokeKey } from "../../build/cli/keys/edit-keys.ts";
import type { World } from "./world.ts";

/** Something that goes wrong. It is over when the promise of `strike` is fulfilled. */
export type Fault = {
  name: string;
  needs?: "redis" | "instances" | "floods";
  strike: (world: World) => Promise<void>;
};

/**
 * After a failed fetch of the JWKS the service waits 5 seconds. A request may wait 3 seconds for a
 * fetch.
 */
const UNTIL_KEYS_ARE_KNOWN_MS = 10_000;

/** How long after a kill requests may still meet a broken connection. */
const UNTIL_A_KILL_IS_NOTICED_MS = 2_000;

/** How long after its start an instance is found ready by the reverse proxy. */
const UNTIL_A_START_IS_NOTICED_MS = 3_000;

/** The port of an instance itself, which survives bad clients without a reverse proxy too. */
const portOf = ({ instances }: World) => Number(new URL(instances[0]?.url ?? "").port);

/** Replaces the site's manifest for a while. */
async function withManifest(
  { sites }: World,
  change: (good: Buffer) => string | Buffer,
): Promise<void> {
  const manifest = join(sites.folder, "manifest.json");
  const good = readFileSync(manifest);
  writeFileSync(manifest, change(good));
  await setTimeout(1_500);
  writeFileSync(manifest, good);
}

/** Changes that make a manifest hostile, though it may be valid by its schema. */
// biome-ignore lint/suspicious/noExplicitAny: a drill writes what no type allows
const FORGERIES: readonly ((manifest: any) => void)[] = [
  ({ documents }) => {
    documents[0].file = "../../keys.json";
  },
  ({ documents }) => {
    documents[0].bytes = 1e12;
  },
  ({ documents }) => documents[2].spellings.push("/v1/overwatch/heroes/.."),
  ({ hosts }) => hosts.push({ ...hosts[0], file: ".git/hooks/post-checkout" }),
];

/** A connection to the service. Its errors are ignored. */
function connectionTo(world: World): Socket {
  return connect(portOf(world), "127.0.0.1").on("error", () => undefined);
}

/** A request with an unknown key, from an address that no caller of the drill has. */
function madeUpRequest(at: number, one: number): string {
  const address = `198.18.${at}.${one % 256}`;
  const lines = ["Host: drill", `X-Forwarded-For: ${address}`, `X-API-Key: gdr_${at}x${one}`];
  return `GET /v1/games HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** The faults, in the order in which they are repeated. */
export const FAULTS: readonly Fault[] = [
  {
    name: "the site is replaced by that of another patch",
    strike: async ({ sites }) => sites.swap(),
  },
  {
    name: "an instance is killed, and started again",
    needs: "instances",
    strike: async (world) => {
      world.killedUntil = Number.POSITIVE_INFINITY;
      await world.instances.at(-1)?.restart("SIGKILL");
      world.killedUntil = performance.now() + UNTIL_A_KILL_IS_NOTICED_MS;
    },
  },
  {
    name: "the instances are restarted in turn",
    needs: "instances",
    strike: async ({ instances }) => {
      for (const instance of instances) {
        const code = await instance.restart("SIGTERM");
        if (code !== 0) throw new Error(`an instance ended with ${code}`);
        await setTimeout(UNTIL_A_START_IS_NOTICED_MS);
      }
    },
  },
  {
    name: "Redis is killed, and comes back",
    needs: "redis",
    strike: async ({ redis }) => {
      await redis?.kill();
      await setTimeout(2_000);
      await redis?.restart();
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
      world.authorization.retire(); // the keys before the current ones
      await world.authorization.rotate();
      await world.renewTokens();
    },
  },
  {
    name: "all instances are asked to look at the site (SIGHUP)",
    strike: async ({ instances }) => {
      for (const { program } of instances) program().child.kill("SIGHUP");
      await setTimeout(2_000);
    },
  },
  {
    name: "Redis stops",
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
        connect(portOf(world), "127.0.0.1")
          .on("error", () => undefined)
          .setNoDelay()
          .end(text),
      );
      await setTimeout(1_000);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: "500 connections that ask for much at once, and read nothing",
    needs: "floods",
    strike: async (world) => {
      const sockets = Array.from({ length: 500 }, () => connectionTo(world).pause());
      const requests = "GET /v1/overwatch/heroes HTTP/1.1\r\nHost: drill\r\n\r\n".repeat(1_000);
      for (const socket of sockets) socket.write(requests);
      await setTimeout(3_000);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: "2,000 connections that come, ask once, and go before they are answered",
    strike: async (world) => {
      for (let round = 0; round < 20; round += 1) {
        const sockets = Array.from({ length: 100 }, () => connectionTo(world));
        for (const socket of sockets) socket.end("GET /health HTTP/1.1\r\nHost: drill\r\n\r\n");
        await setTimeout(50);
        for (const socket of sockets) socket.destroy();
      }
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
    strike: async ({ instances }) => {
      for (const { program } of instances) program().child.stdout?.pause();
      await setTimeout(5_000);
      for (const { program } of instances) program().child.stdout?.resume();
    },
  },
  {
    name: "the site is replaced by hostile ones, whose manifests lie",
    strike: async (world) => {
      for (const lie of FORGERIES)
        await withManifest(world, (good) => {
          const manifest = JSON.parse(good.toString());
          lie(manifest);
          return JSON.stringify(manifest);
        });
    },
  },
  {
    name: "a file of the site is a link to a secret, then to a device without end",
    strike: async (world) => {
      const file = join(world.sites.folder, "v1/games.json");
      renameSync(file, `${file}.good`);
      for (const target of [world.keysFile, "/dev/zero"]) {
        symlinkSync(target, file);
        await withManifest(world, (good) => good);
        rmSync(file);
      }
      renameSync(`${file}.good`, file);
      await withManifest(world, (good) => good);
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
    strike: (world) => withManifest(world, (good) => good.subarray(0, good.length / 2)),
  },
  {
    name: "Redis forgets everything",
    needs: "redis",
    strike: async ({ redis }) => void (await redis?.command("FLUSHALL")),
  },
  {
    name: "somebody reads the metrics",
    strike: async ({ instances }) => {
      const text = await (await fetch(instances[0]?.metricsUrl ?? "")).text();
      if (!text.includes("gamedata_requests_total{"))
        throw new Error(`the metrics do not count: ${text.slice(0, 200)}`);
    },
  },
];
