import { expect, it } from "vitest";
import { revokeKey } from "../../../build/cli/keys/edit-keys.ts";
import { realProxy } from "../../helpers/built-site.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { addKey, apiKey, ask, authorizationServer } from "./credentials.ts";

it("the introspection service revives no key of the file, and none needs it", async () => {
  const server = await authorizationServer();
  const path = `${temporaryFolder()}/keys.json`;
  const good = addKey(path);
  const revoked = addKey(path);
  revokeKey(path, revoked.entry.id, new Date());
  server.introspection.active.set(revoked.key, { scope: "gamedata:read" });
  const { port } = await realProxy({
    API_KEYS_FILE: path,
    API_KEY_INTROSPECTION_URL: server.introspection.url,
    AUTH_URL: server.issuer,
  });
  const statusOf = async (key: string) => (await ask(port, apiKey(key))).status;

  expect(await statusOf(revoked.key)).toBe(401);
  expect(server.introspection.requests).toEqual([]);
  await server.stop();
  expect(await statusOf(good.key)).toBe(200);
  expect(await statusOf("gdr_elsewhere")).toBe(500);
});
