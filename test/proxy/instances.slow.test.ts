import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../helpers/data.ts";
import { freePort } from "../helpers/port.ts";
import { type Program, portOf, serve, site } from "../helpers/program.ts";
import { SKIP_REDIS, startRedis } from "../helpers/redis.ts";

/** However busy the machine is, the store answers in time, and nobody's window ends meanwhile. */
const PATIENT = { STORE_WAIT_MS: "30000", RATE_WINDOW_SECONDS: "3600" };

/** The lines of the log with the level `warn` or above. */
function warningsOf({ printed }: Program) {
  const lines = printed.out.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
}

it.skipIf(SKIP_REDIS)(
  "several instances with one store reach it by TLS, and trust no other certificate",
  async () => {
    const folder = temporaryFolder();
    const key = join(folder, "key.pem");
    const certificate = join(folder, "certificate.pem");
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
  },
);
