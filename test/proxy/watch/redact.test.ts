import { describe, expect, it } from "vitest";
import { createApiKey } from "../../../build/core/keys/api-key.ts";
import type { Admission } from "../../../proxy/gate/admit.ts";
import { createRedact, LEFT_OUT } from "../../../proxy/gate/credential.ts";
import { createRequestIds } from "../../../proxy/gate/headers.ts";
import { createLogger } from "../../../proxy/start.ts";
import { logResponse } from "../../../proxy/watch/access-log.ts";
import { configOf } from "../../helpers/proxy.ts";
import { keptLog } from "../auth/credentials.ts";
import { encodeEveryByte } from "../wire.ts";

const KEY = createApiKey("gdr_");
const TOKEN = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJwbGF5ZXItMSJ9.c2lnbmF0dXJl";

/** A token whose head is `{ "alg": "ES256" }`, and one whose head begins with a space. */
const PART = Buffer.from("a part of a token").toString("base64url");
const [SPACED = "", INDENTED = ""] = ['{ "alg": "ES256" }', ' {"alg":"ES256"}'].map((head) =>
  [Buffer.from(head).toString("base64url"), PART, PART].join("."),
);

describe("an id that a caller chooses", () => {
  const idOf = createRequestIds("gdr_");

  it.each([KEY, TOKEN, SPACED, INDENTED, encodeEveryByte(TOKEN)])(
    "is not used if it is %s",
    (id) => {
      expect(idOf(id)).not.toContain(id);
    },
  );

  it.each([
    "0af7651916cd43dd8448eb211c80319c",
    "01JDSGT0R8QK2V7Y3M5N6P9ABC",
    "api-gateway.eu-west.3",
  ])("is used: %s", (id) => expect(idOf(id)).toBe(id));
});

describe("a path in a log", () => {
  const redact = (path: string, keyPrefix = "gdr_") => {
    const log = keptLog();
    const watch = { redact: createRedact(keyPrefix), logAddresses: false };
    const caller = { tier: "anonymous", key: "address:1.2.3.4" };
    logResponse(log, watch, { caller, target: { path }, window: {} } as Admission, {} as never);
    return log.lines[0]?.fields;
  };

  it.each([
    ["a key", `/v1/overwatch/heroes/${KEY}`],
    ["half a key", `/v1/${KEY.slice(0, 20)}`],
    ["a key whose underscore is encoded", `/v1/${KEY.replace("_", "%5f")}`],
    ["a key whose every byte is encoded", `/v1/${encodeEveryByte(KEY)}`],
    ["a key beside malformed encoding", `/v1/%zz/${KEY}`],
    ["a key without its first letter", `/${KEY.slice(1)}`],
    ["a key without its prefix", `/v1/${KEY.slice(4)}/games`],
    ["a token", `/v1/overwatch/heroes/${TOKEN}`],
    ["a token whose head has spaces", `/v1/${SPACED}`],
    ["a token whose every byte is encoded", `/v1/${encodeEveryByte(TOKEN)}`],
  ])("is left out with %s in it", (_, path) => {
    expect(redact(path)).toMatchObject({ path: LEFT_OUT });
  });

  it.each([
    "/health",
    "/v1/overwatch/heroes/%EB%A3%A8%EC%8B%9C%EC%9A%B0",
    "/v1/overwatch/maps/King's%20Row",
    "/v1/overwatch/maps/Antarktische%20Halbinsel",
    "/v1/overwatch/maps/watchpoint-gibraltar-winter",
    "/v1/overwatch/heroes/gdr_",
    "/v1/%zz",
  ])("%s is shown as received", (path) => {
    expect(redact(path)).toMatchObject({ path });
  });

  it("is left out for keys of another prefix, too", () => {
    expect(redact(`/v1/${createApiKey("abc-")}`, "abc-")).toMatchObject({ path: LEFT_OUT });
  });
});

it("an error in a log has neither a key nor a token in its message and its stack", () => {
  const lines: string[] = [];
  const logger = createLogger(configOf({}), { write: (line) => void lines.push(line) });
  const reason = `"${SPACED}" ${encodeEveryByte(TOKEN)}, twice`;
  logger.error({ err: new TypeError(`what "${KEY}" is`), reason }, "request failed");
  const stack = expect.stringContaining("redact.test.ts");

  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    err: { type: "TypeError", message: `what "${LEFT_OUT}" is`, stack },
    reason: `"${LEFT_OUT}" ${LEFT_OUT} twice`,
  });
  expect(lines[0]).not.toContain(KEY);
});
