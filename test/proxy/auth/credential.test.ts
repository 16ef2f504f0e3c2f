import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialOf, type Presented } from "../../../proxy/auth/identity.ts";
import { credentialOf as credentialOfRequest } from "../../../proxy/http/request-fields.ts";
import { sendRaw } from "../../helpers/proxy.ts";

const NONE: Presented = { kind: "none" };
const KEY: Presented = { kind: "key", ...credentialOf("gdr_abc") };
const TOKEN = token("aaa.bbb.ccc");

function token(text: string): Presented {
  return { kind: "token", ...credentialOf(text) };
}

const malformed = (reason: string): Presented => ({ kind: "malformed", reason });
const NOT_A_KEY = malformed("x-api-key does not hold a key");
const NOT_BEARER = malformed('Authorization is not "Bearer" followed by a credential');
const REPEATED = malformed("a credential header is repeated");
const DIFFERENT = malformed("two different credentials");
const STRANGE = malformed("it has characters that are not allowed in a credential");

describe("the credential that a request presents, as Node's parser read it from the wire", () => {
  const server = createServer((request, response) => {
    response.end(JSON.stringify(credentialOfRequest(request, "gdr_")));
  });

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve())));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each<[string, string[], Presented]>([
    ["is none without a header", [], NONE],
    ["is a key in x-api-key", ["x-api-key: gdr_abc"], KEY],
    ["is a key as a Bearer value with the prefix", ["Authorization: Bearer gdr_abc"], KEY],
    ["is a token without the prefix", ["Authorization: Bearer aaa.bbb.ccc"], TOKEN],
    ["is a token with the prefix in capitals", ["Authorization: Bearer GDR_abc"], token("GDR_abc")],
    ["is a token with the prefix later", ["Authorization: Bearer a.gdr_b"], token("a.gdr_b")],
    ["comes after bEaReR", ["Authorization: bEaReR aaa.bbb.ccc"], TOKEN],
    ["comes after several spaces", ["Authorization: Bearer   gdr_abc"], KEY],
    ["is one in both headers", ["x-api-key: gdr_abc", "Authorization: Bearer gdr_abc"], KEY],
    ["is malformed as two keys", ["x-api-key: gdr_a", "Authorization: Bearer gdr_b"], DIFFERENT],
    ["is malformed if x-api-key is repeated", ["x-api-key: gdr_a", "X-Api-Key: gdr_a"], REPEATED],
    ["is malformed if repeated", ["Authorization: Bearer a", "authorization: Bearer a"], REPEATED],
    ["is malformed with an empty second", ["Authorization: Bearer a", "Authorization:"], REPEATED],
    ["is malformed in an empty x-api-key", ["x-api-key:"], NOT_A_KEY],
    ["is malformed as a token in x-api-key", ["x-api-key: aaa.bbb.ccc"], NOT_A_KEY],
    ["is malformed in an empty Authorization", ["Authorization:"], NOT_BEARER],
    ["is malformed as Bearer with an empty value", ["Authorization: Bearer "], NOT_BEARER],
    ["is malformed as a key without a scheme", ["Authorization: gdr_abc"], NOT_BEARER],
    ["is malformed as Basic", ["Authorization: Basic Z2RyX2FiYzo="], NOT_BEARER],
    ["is malformed as two values", ["Authorization: Bearer gdr_abc, gdr_abc"], STRANGE],
    ["is malformed with a space inside", ["Authorization: Bearer gdr_ abc"], STRANGE],
    ["is malformed with an equals sign inside", ["Authorization: Bearer a=b"], STRANGE],
    ["is malformed with percent-encoding", ["x-api-key: gdr_%61"], STRANGE],
    ["is malformed with letters outside ASCII", ["x-api-key: gdr_ä"], STRANGE],
  ])("%s", async (_, lines, expected) => {
    const { port } = server.address() as { port: number };

    // The connection remembers the credentials of earlier requests.
    const earlier = [["Authorization: Bearer a"], ["x-api-key: gdr_a"], lines];
    const requests = [...earlier, ["Connection: close", ...lines]].map((own) =>
      ["GET / HTTP/1.1", "Host: test", ...own, "", ""].join("\r\n"),
    );
    const { body } = await sendRaw(port, requests.join(""));

    expect(JSON.parse(body.split("\r\n\r\n").at(-1) ?? "")).toEqual(expected);
  });
});
