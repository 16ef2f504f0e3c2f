import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { issueKey, revokeKey } from "../../build/cli/keys/edit-keys.ts";
import { startAuthorizationServer } from "../helpers/authorization-server.ts";
import { startRuntime } from "../programs/edge/start-runtime.ts";
import {
  AUDIENCE,
  authorizationFault,
  buildSites,
  createService,
  type Fault,
  runUnderLoad,
  say,
} from "./run.ts";

/**
 * The drill for the edge: `npm run drill:edge -- --seconds 60 --rate 1000`. Exit code 1 means that
 * a response was wrong or lost, or that there were fewer than `--least`. A request that waits for
 * another one's I/O would show as a 500 that is not a problem document.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    rate: { type: "string", default: "100" },
    least: { type: "string", default: "0" },
  },
});
const [seconds = 0, rate = 0, least = 0] = [values.seconds, values.rate, values.least].map(Number);
if (!(seconds && rate)) {
  say("usage: npm run drill:edge -- [--seconds 60] [--rate 100] [--least 0]");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "gamedata-drill-"));
const sites = (await buildSites(folder)).slice(0, 1);
const authorization = await startAuthorizationServer({
  audience: AUDIENCE,
  algorithms: ["ES256"],
});
const keyFile = join(folder, "keys.json");
const service = await createService(sites, authorization, keyFile, rate);
const env = {
  API_KEYS_FILE: keyFile,
  AUTH_URL: authorization.issuer,
  JWT_AUDIENCE: AUDIENCE,
  LOG_LEVEL: "warn",
};
const runtime = await startRuntime(sites[0] ?? "", env, [{ address: "127.0.0.1:0" }], "pipe");
for (const output of [runtime.process.stdout, runtime.process.stderr]) output?.resume();
service.urls = runtime.urls;
service.addressHeader = "cf-connecting-ip";

const keysChange: Fault = [
  "a key is issued, another one revoked",
  async () => {
    const { entry } = issueKey(keyFile, { prefix: "gdr_", name: "short-lived" }, new Date());
    await setTimeout(500);
    revokeKey(keyFile, entry.id, new Date());
  },
];
// The first one lets the isolate learn the keys of tokens.
const faults = [keysChange, authorizationFault(service, authorization)];
const broken = await runUnderLoad(service, faults, { seconds, rate, least });
runtime.stop();
await authorization.stop();
rmSync(folder, { recursive: true, force: true });
for (const what of broken) say(`wrong: ${what}`);
process.exit(broken.length > 0 ? 1 : 0);
