import { describe, expect, it } from "vitest";
import { createApiKey } from "../../../build/core/keys/api-key.ts";
import { createRequestIds } from "../../../proxy/gate/headers.ts";
import { createRedact } from "../../../proxy/watch/access-log.ts";
import { encodeEveryByte } from "../wire.ts";

const LEFT_OUT = "(left out: it holds what looks like a credential)";
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
  const redact = createRedact("gdr_");

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
    expect(redact(path)).toBe(LEFT_OUT);
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
    expect(redact(path)).toBe(path);
  });

  it("is left out for keys of another prefix, too", () => {
    expect(createRedact("abc-")(`/v1/${createApiKey("abc-")}`)).toBe(LEFT_OUT);
  });
});
