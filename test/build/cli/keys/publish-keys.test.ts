import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { issueKey } from "../../../../build/cli/keys/edit-keys.ts";
import { formatKeyFile } from "../../../../build/core/keys/key-file.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { startServer } from "../../../helpers/server.ts";
import { NOW, run } from "../../program.ts";

/** What represents the platform's API, and takes everything by default. */
async function platform() {
  const asked: { method?: string; url?: string; authorization?: string; body: string }[] = [];
  const world = { asked, status: 200, answer: '{ "success": true }', url: "" };
  const { url: origin } = await startServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const body = Buffer.concat(chunks).toString();
    asked.push({ method, url, authorization: headers.authorization ?? "", body });
    response.writeHead(world.status).end(world.answer);
  });
  world.url = `${origin}/client/v4`;
  return world;
}

/** `gamedata keys publish` in a folder with a key file. */
async function publish(url: string, file = "keys.json", more: string[] = [], account = "account") {
  const cwd = temporaryFolder();
  const { key, entry } = issueKey(`${cwd}/keys.json`, { prefix: "gdr_", name: "scrim bot" }, NOW);
  const env = {
    CLOUDFLARE_ACCOUNT_ID: account,
    CLOUDFLARE_API_TOKEN: "s3cret",
    CLOUDFLARE_API_BASE_URL: url,
  };
  const line = ["keys", "publish", "--namespace", "n1", "--file", file, ...more];
  const ran = await run(line, { cwd, env });
  return { ...ran, key, entry };
}

describe("gamedata keys publish", () => {
  it("puts the digests of all keys where the worker looks for them, and nothing else", async () => {
    const { asked, url } = await platform();
    const { status, stdout, key, entry } = await publish(url);

    expect(stdout).toContain("keys.json is published; keys in it: 1");
    expect(status).toBe(0);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      method: "PUT",
      url: "/client/v4/accounts/account/storage/kv/namespaces/n1/values/keys",
      authorization: "Bearer s3cret",
    });
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ ...entry, name: entry.id });
    expect(asked[0]?.body).not.toContain(key);
  });

  it("refuses more keys than a value of the store holds, and sends nothing", async () => {
    const { asked, url } = await platform();
    const file = `${temporaryFolder()}/keys.json`;
    const { entry } = issueKey(file, { prefix: "gdr_", name: "scrim bot" }, NOW);
    const keys = Array.from({ length: 150_000 }, () => entry);
    writeFileSync(file, formatKeyFile(keys));
    const { status, stderr } = await publish(url, file);

    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^[^\n]+ holds 26214400\.[^\n]+\n$/),
    ]);
    expect(asked).toEqual([]);
  }, 60_000);

  it("publishes limits, and no member that it does not know", async () => {
    const { asked, url } = await platform();
    const file = `${temporaryFolder()}/keys.json`;
    const { entry } = issueKey(file, { prefix: "gdr_", name: "a", limit: "5" }, NOW);
    writeFileSync(file, formatKeyFile([{ ...entry, owner: "ana" }]));
    await publish(url, file);
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ ...entry, name: entry.id });
  });

  it("refuses a file without keys, as left by a program that empties it first", async () => {
    const { asked, url } = await platform();
    const file = `${temporaryFolder()}/keys.json`;
    writeFileSync(file, "");
    const { status, stderr } = await publish(url, file);
    expect([status, stderr, asked]).toEqual([1, expect.stringContaining("has no keys; "), []]);
  });

  it("names the key file and says what the system says where that cannot be read", async () => {
    const { url } = await platform();
    const { status, stderr } = await publish(url, ".");
    expect([status, stderr]).toEqual([1, expect.stringContaining("EISDIR")]);
    expect(stderr).toMatch(/^\.: /);
    expect(stderr).not.toContain("no such file");
  });

  it("says so where the store does not take them, and prints no secret", async () => {
    const world = await platform();
    world.status = 403;
    const { status, stderr } = await publish(world.url);

    expect(status).toBe(1);
    expect(stderr).toContain("the store did not accept the keys: status 403");
    expect(stderr).not.toContain("s3cret");
  });

  it.each(["<html>", "{}", '{ "success": false }'])(
    "does not take %s for the platform's success",
    async (answer) => {
      const world = await platform();
      world.answer = answer;
      const { status, stderr } = await publish(world.url);
      expect(status).toBe(1);
      expect(stderr).toContain("but the response is not one of the Workers KV API");
    },
  );

  it.each([
    ["an empty namespace", "https://example.org", ["--namespace", ""], "--namespace is empty", "a"],
    ["a base address that is none", "ftp", [], "CLOUDFLARE_API_BASE_URL", "a"],
    ["no account", "https://example.org", [], "CLOUDFLARE_ACCOUNT_ID", ""],
  ])("%s is wrong usage", async (_, url, more, message, account) => {
    const { status, stderr } = await publish(url, "keys.json", more, account);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
