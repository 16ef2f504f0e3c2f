// Measures by hand how much memory floods take: npm run -s bench:memory callers. It prints a table
// and asserts nothing.
import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import { createAccessTokens } from "../../proxy/auth/access-token.ts";
import { credentialOf } from "../../proxy/auth/identity.ts";
import { addressKey } from "../../proxy/limit/address.ts";
import { createMemoryWindows } from "../../proxy/limit/windows.ts";
import { createNotFound } from "../../proxy/site/not-found.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";

const CALLERS = 1_000_000;
const SPELLINGS = 1_000_000;
const TOKENS = 100_000;

const ISSUER = "https://auth.example.org";
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function residentMB(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().rss / 1e6);
}

function report(what: string, before: number, start: number): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${what.padEnd(44)} ${before} MB -> ${residentMB()} MB, ${seconds} s\n`);
}

/** A different IPv6 network for each number. */
function address(at: number): string {
  const [high, low] = [at >> 16, at & 0xffff].map((part) => part.toString(16));
  return `address:${addressKey(`2001:db8:${high}:${low}::1`)}`;
}

function floodOfCallers(times: number): void {
  const [before, start] = [residentMB(), performance.now()];
  const windows = createMemoryWindows(60);
  for (let at = 0; at < CALLERS; at += 1)
    for (let time = 0; time < times; time += 1) windows.count(address(at), 60);
  report(`${CALLERS} addresses, ${times} each`, before, start);
}

async function floodOfSpellings(site: string): Promise<void> {
  const catalog = await loadCatalog(site);
  const notFound = createNotFound(catalog);
  const [before, start] = [residentMB(), performance.now()];
  for (let at = 0; at < SPELLINGS; at += 1)
    notFound(["v1", "overwatch", "heroes", `hero ${at.toString(36)}`]);
  report(`${SPELLINGS} spellings that are unknown`, before, start);
}

async function floodOfTokens(isSigned: boolean): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwks = JSON.stringify({
    keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", alg: "ES256", use: "sig" }],
  });
  const server = createServer((_request, response) => response.end(jwks)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const listening = server.address();
  const port = typeof listening === "object" ? listening?.port : 0;
  const tokens = createAccessTokens({
    url: `http://127.0.0.1:${port}/`,
    issuer: ISSUER,
    audience: "me",
    log,
  });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + 3600;

  const [before, start] = [residentMB(), performance.now()];
  for (let at = 0; at < TOKENS; at += 1) {
    const claims = { iss: ISSUER, aud: "me", exp, sub: randomUUID(), scope: "gamedata:read" };
    const input = `${encode({ alg: "ES256", kid: "one" })}.${encode(claims)}`;
    const signature = isSigned
      ? sign("sha256", Buffer.from(input), { key: privateKey, dsaEncoding: "ieee-p1363" })
      : Buffer.alloc(64, at);
    await tokens.check(credentialOf(`${input}.${signature.toString("base64url")}`));
  }
  report(`${TOKENS} tokens, ${isSigned ? "valid" : "signed by nobody"}`, before, start);
  tokens.close();
  server.close();
}

const [what = "", site = "dist"] = process.argv.slice(2);
if (what === "callers") floodOfCallers(1);
else if (what === "regulars") floodOfCallers(2);
else if (what === "spellings") await floodOfSpellings(site);
else if (what === "tokens") await floodOfTokens(true);
else if (what === "forged") await floodOfTokens(false);
else process.stdout.write("callers | regulars | spellings [SITE] | tokens | forged\n");
