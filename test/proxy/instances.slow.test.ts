import { spawnSync } from "node:child_process";
import { Agent } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../build/program.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { getBy, startLoad } from "../helpers/load.ts";
import { freePort } from "../helpers/port.ts";
import { type Program, portOf, printedBy, serve, site } from "../helpers/program.ts";
import { SKIP_REDIS, startRedis } from "../helpers/redis.ts";

/** However busy the machine is, the store answers in time, and nobody's window ends meanwhile. */
const PATIENT = { STORE_WAIT_MS: "30000", RATE_WINDOW_SECONDS: "3600" };

/** The lines of the log with the level `warn` or above. */
function warningsOf({ printed }: Program): { level: number; msg: string }[] {
  const lines = printed.out.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
}

/** The number of answers of each status to concurrent requests, sent to the ports in turn. */
async function countStatuses(count: number, ports: number[], headers: Record<string, string>) {
  const agent = new Agent();
  const asked = Array.from({ length: count }, (_, at) =>
    getBy(agent, ports[at % ports.length] ?? 0, "/v1/games", headers),
  );
  const statuses: Record<number, number> = {};
  for (const status of await Promise.all(asked)) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

describe.skipIf(SKIP_REDIS)("several instances with one store", () => {
  it("hold one limit exactly, however many ask at once", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "keys.json");
    const { stdout: key } = await run(["keys", "issue", "--name", "bot", "--file", file], {
      cwd: folder,
    });
    const { url } = await startRedis();
    const env = { ...site(), ...PATIENT, PORT: "0", API_KEYS_FILE: file, REDIS_URL: url };
    const ports = await Promise.all([serve(env), serve(env), serve(env)].map(portOf));

    expect(await countStatuses(1_100, ports, { "X-API-Key": key.trim() })).toEqual({
      200: 1_000,
      429: 100,
    });
  });

  it("answer every request while the store dies and comes back, with one warning", async () => {
    const server = await startRedis();
    const program = serve({
      ...site(),
      PORT: "0",
      ANONYMOUS_LIMIT: "1000000",
      REDIS_URL: server.url,
    });
    const load = startLoad(await portOf(program), "/v1/games");
    await server.kill();
    await printedBy(
      program,
      /the store of REDIS_URL cannot be used; this process counts on its own/,
    );
    await server.restart();
    await printedBy(program, /the store of REDIS_URL can be used again; windows are shared/);
    const { answers, errors } = await load.stop();

    expect({ kinds: Object.keys(answers), errors }).toEqual({ kinds: ["200"], errors: [] });
    expect(warningsOf(program)).toMatchObject([{ level: 40, reason: expect.any(String) }]);
    expect(program.printed.err).toBe("");
  });

  it("reach it by TLS, and trust no other certificate", async () => {
    const folder = temporaryFolder();
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    const subject = "-subj /CN=store -addext subjectAltName=IP:127.0.0.1";
    const files = ["-keyout", key, "-out", certificate];
    spawnSync("openssl", [...request.split(" "), ...subject.split(" "), ...files]);
    const tlsPort = await freePort();
    const tls = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no"];
    await startRedis(["--tls-port", `${tlsPort}`, ...tls, "--requirepass", "s3cret"]);
    const env = {
      ...site(),
      ...PATIENT,
      PORT: "0",
      REDIS_URL: `rediss://:s3cret@127.0.0.1:${tlsPort}`,
    };
    const trusting = serve({ ...env, NODE_EXTRA_CA_CERTS: certificate });
    await portOf(trusting);
    expect(trusting.printed.out).not.toMatch(/certificate/i);

    const doubting = serve(env);
    await portOf(doubting);
    expect(warningsOf(doubting)).toMatchObject([
      { level: 40, reason: expect.stringContaining("self-signed certificate") },
    ]);
    expect(doubting.printed.out).not.toContain("s3cret");
  });
});
