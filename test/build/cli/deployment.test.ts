import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesOf, temporaryFolder } from "../../helpers/data.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { startTampering } from "../../helpers/tampering.ts";
import { run } from "../program.ts";
import { oldSite, UNLIMITED } from "./deployment/site.ts";

/** A run in a folder of its own. */
function gamedata(args: string[], env: Record<string, string> = {}, cwd = temporaryFolder()) {
  return run(args, { cwd, env });
}

describe("gamedata mirror", () => {
  it("brings a site home, and says what it did", async () => {
    const { url } = await startProxy(await oldSite(), UNLIMITED);
    const cwd = temporaryFolder();
    const first = await gamedata(["mirror", url, "here"], {}, cwd);
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout).toMatch(
      /^here: patch 2099-01-01, version 1, of http:\/\/127\.0\.0\.1:\d+: \d+ documents, \d+ fetched \(\d\.\d MB\), 0 reused, \d+ made from the manifest, in [\d.]+ s\n\d+ files match the manifest\n$/,
    );
    expect(filesOf(join(cwd, "here"))).toEqual(filesOf(await oldSite()));
    const second = await gamedata(["mirror", `${url}/`, "here"], {}, cwd);
    expect(second.stdout).toMatch(
      / 0 fetched \(0\.0 MB\), .*\n\d+ files match the manifest; nothing had changed\n$/,
    );
  });

  it("sends the key of GAMEDATA_API_KEY, and never shows it", async () => {
    const { url } = await startProxy(await oldSite(), UNLIMITED);
    const server = await startTampering(url, (answer, { headers }) => {
      answer.status = headers["x-api-key"] === "gdr_secret" ? 403 : 200;
      return undefined;
    });
    const { status, stderr } = await gamedata(["mirror", server.url, "here"], {
      GAMEDATA_API_KEY: "gdr_secret",
    });
    expect(status).toBe(1);
    expect(stderr).not.toContain("secret");
  });

  it.each([
    [
      ["mirror", "example.org", "here"],
      'error: "example.org" is not the address of a deployment; expected one such as ' +
        "https://gamedata.example.org\n",
    ],
    [
      ["probe", "http://127.0.0.1:9", "--sample", "0"],
      "error: option '--sample <n>' argument '0' is invalid. It must be a whole number of 1 or " +
        "more.\n",
    ],
  ])("takes %j for wrong usage", async (args, stderr) => {
    expect(await run(args, { cwd: temporaryFolder() })).toEqual({ status: 2, stdout: "", stderr });
  });
});

describe("gamedata probe", () => {
  it("prints a table, and ends with 0 where nothing differs", async () => {
    const { url } = await startProxy(await oldSite(), UNLIMITED);
    const { status, stdout, stderr } = await gamedata(["probe", url, "--sample", "10"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(
      /^http:.*; expected: proxy\n\nok +bytes +\d+\n[\s\S]+requests: nothing differs\n$/,
    );
  });

  it("ends with 1 where something differs, also for machines", async () => {
    const { url } = await startProxy(await oldSite(), UNLIMITED);
    const server = await startTampering(url, (answer) => {
      delete answer.headers["vary"];
      return undefined;
    });
    const { status, stdout } = await gamedata(["probe", server.url, "--sample", "3", "--json"]);
    expect(status).toBe(1);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      ok: false,
      url: server.url,
      kind: "proxy",
      patch: "2099-01-01",
      version: "1",
    });
    expect(report.checks).toContainEqual({
      check: "compression",
      outcome: "differs",
      tried: 3,
      failed: 3,
      example: {
        request: expect.stringMatching(/^GET \/.* with Accept-Encoding: /),
        expected: "Vary: Accept-Encoding",
        actual: "none",
      },
    });
  });

  it("says how long it waits, and what shortens that", async () => {
    const env = { ANONYMOUS_LIMIT: "60", RATE_WINDOW_SECONDS: "1", LOG_LEVEL: "silent" };
    let now = 0; // a window ends once somebody was refused in it, however long the requests take
    const onResponse = (_path: string, status: number) => {
      if (status === 429) now += 1_000;
    };
    const { url } = await startProxy(await oldSite(), env, () => now, { onResponse });
    const { status, stderr } = await gamedata(["probe", url, "--sample", "60"]);
    expect(status).toBe(0);
    const waits = stderr.trim().split("\n");
    expect(waits.length).toBeGreaterThan(0);
    for (const line of waits)
      expect(line).toBe(`${url} asks to wait 1 s; a key in GAMEDATA_API_KEY has a higher limit`);
  });
});
