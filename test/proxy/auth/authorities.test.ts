import { describe, expect, inject, it } from "vitest";
import { revokeKey } from "../../../build/cli/keys/edit-keys.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { addKey, apiKey, ask, authorizationServer } from "./credentials.ts";

const READ = { scope: "gamedata:read" };

/** A server, a key file with one key, and a way to start a proxy that knows both. */
async function world() {
  const server = await authorizationServer({ algorithms: ["ES256"] });
  const path = `${temporaryFolder()}/keys.json`;
  const { key, entry } = addKey(path);
  const start = async (env: Record<string, string> = {}) => {
    const both = {
      API_KEYS_FILE: path,
      API_KEY_INTROSPECTION_URL: server.introspection.url,
      AUTH_URL: server.issuer,
    };
    const { port } = await startProxy(inject("realSite"), { ...both, ...env });
    return async (lines: string[]) => (await ask(port, lines)).status;
  };
  return { server, path, key, entry, start };
}

describe("a key file and an introspection service together", () => {
  it("a key that the file revokes stays revoked, whatever the service says", async () => {
    const { server, path, key, entry, start } = await world();
    revokeKey(path, entry.id, new Date());
    server.introspection.active.set(key, READ);
    const statusOf = await start();

    expect(await statusOf(apiKey(key))).toBe(401);
    expect(server.introspection.requests).toEqual([]);
  });

  it("a key of the file works while the service is away", async () => {
    const { server, key, start } = await world();
    await server.stop();
    const statusOf = await start();

    expect(await statusOf(apiKey(key))).toBe(200);
    expect(await statusOf(apiKey("gdr_elsewhere"))).toBe(500);
  });
});
