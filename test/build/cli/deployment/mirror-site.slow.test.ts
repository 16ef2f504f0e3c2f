import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { mirrorSite } from "../../../../build/cli/deployment/mirror-site.ts";
import { contentOf, DeploymentError } from "../../../../build/core/fetch/exchange.ts";
import type { Manifest } from "../../../../build/core/schema/manifest.ts";
import { verifySite } from "../../../../build/core/site/verify-site.ts";
import { filesOf, temporaryFolder } from "../../../helpers/data.ts";
import { startProxy } from "../../../helpers/proxy.ts";
import { startTampering, type Tamper } from "../../../helpers/tampering.ts";
import { copyOf, manifestOf, newSite, oldSite, patientClient, UNLIMITED } from "./site.ts";

const freeFolder = () => join(temporaryFolder(), "mirror");

/** Mirrors what a site's proxy serves, through a server with a fault where one is given. */
async function mirror(site: string, dir: string, tamper?: Tamper) {
  const { url } = await startProxy(site, UNLIMITED);
  const server = await startTampering(url, tamper ?? (() => undefined));
  const report = await mirrorSite(patientClient(server.url), { dir });
  return { ...report, asked: server.asked };
}

/** How many contents of a site are documents and pages, which have to be fetched. */
function servedContents({ documents, pages }: Manifest) {
  return new Set([...documents, ...pages].map(({ sha256 }) => sha256)).size;
}

/** The first path of each content that the new site has and the old one has not. */
async function changedContents(): Promise<string[]> {
  const old = manifestOf(await oldSite());
  const now = manifestOf(await newSite());
  const before = new Set([...old.documents, ...old.pages].map(({ sha256 }) => sha256));
  const paths = new Map(
    [...now.documents, ...now.pages]
      .filter(({ sha256 }) => !before.has(sha256))
      .reverse()
      .map(({ path, sha256 }) => [sha256, path]),
  );
  return [...paths.values()];
}

describe("a mirror", () => {
  it("of the real data is byte for byte the folder that the deployment serves", async () => {
    const site = inject("realSite");
    const dir = freeFolder();
    const { url } = await startProxy(site, UNLIMITED);
    const { patch, version, files } = await mirrorSite(patientClient(url), { dir });
    expect(filesOf(dir)).toEqual(filesOf(site));
    expect({ patch, version, files }).toEqual({
      patch: manifestOf(site).patch,
      version: "test",
      files: verifySite(site).files,
    });
  });

  it("asks for each distinct content once, and for the manifest and its signature", async () => {
    const site = await newSite();
    const served = servedContents(manifestOf(site));
    const { asked, fetched, fetchedBytes, reused } = await mirror(site, freeFolder());
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBe(served + 2);
    expect({ fetched, reused }).toEqual({ fetched: served, reused: 0 });
    expect(fetchedBytes).toBeGreaterThan(10_000);
  });

  it("is of a host that serves files by their names only", async () => {
    const site = await newSite();
    const dir = freeFolder();
    await mirror(site, dir, (answer, { url = "" }) => {
      const file = join(site, decodeURIComponent(url));
      const isFile = /\.\w+$/.test(url) && existsSync(file);
      answer.status = isFile ? 200 : 404;
      answer.headers = { "content-type": "text/plain" };
      answer.body = isFile ? readFileSync(file) : Buffer.from("<h1>404</h1>");
      return undefined;
    });
    expect(filesOf(dir)).toEqual(filesOf(site));
  });

  it("of a new deployment fetches only what has changed", async () => {
    const site = await newSite();
    const dir = copyOf(await oldSite());
    const { asked } = await mirror(site, dir);
    const changed = await changedContents();
    expect(changed.length).toBeLessThan(20);
    expect(asked.toSorted()).toEqual(
      ["/manifest.json", "/manifest.json.minisig", ...changed]
        .map((path) => `GET ${path}`)
        .toSorted(),
    );
    expect(filesOf(dir)).toEqual(filesOf(site));
  });

  it.each([
    ["is altered", (file: string) => writeFileSync(file, "{}\n")],
    ["is gone", (file: string) => rmSync(file)],
  ])("is put right where a file of it %s", async (_what, damage) => {
    const site = await newSite();
    const dir = freeFolder();
    await mirror(site, dir);
    damage(join(dir, "v1/overwatch/roles.json"));
    damage(join(dir, "v1/overwatch/heroes/Ana.json.br"));
    const { asked, isUpToDate } = await mirror(site, dir);
    expect({ asked, isUpToDate }).toEqual({
      asked: ["GET /manifest.json", "GET /manifest.json.minisig", "GET /v1/overwatch/roles"],
      isUpToDate: false,
    });
    expect(filesOf(dir)).toEqual(filesOf(site));
  });
});

it("a mirror that was interrupted left the folder as it was, and goes on from what it had fetched", async () => {
  const old = await oldSite();
  const site = await newSite();
  const dir = copyOf(await oldSite());
  let answers = 4; // the manifest, its signature, two contents
  const dying = mirror(site, dir, (_, __, response) => {
    answers -= 1;
    if (answers >= 0) return undefined;
    response.destroy();
    return "answered";
  });
  await expect(dying).rejects.toThrow(DeploymentError);
  expect(filesOf(dir)).toEqual(filesOf(old));

  const { asked, fetched } = await mirror(site, dir);
  expect(filesOf(dir)).toEqual(filesOf(site));
  const left = (await changedContents()).length - 2; // which were fetched before
  expect({ asked: asked.length, fetched }).toEqual({ asked: left + 2, fetched: left });
  expect(existsSync(`${dir}.fetched`)).toBe(false);
});

describe("a new deployment in the middle of a mirror", () => {
  it("is the one that is brought home", async () => {
    const before = await oldSite();
    const after = await newSite();
    const dir = freeFolder();
    let isFirst = true;
    const report = await mirror(after, dir, (answer, { url }) => {
      if (url !== "/manifest.json" || !isFirst) return undefined;
      isFirst = false;
      answer.headers = {};
      answer.body = readFileSync(join(before, "manifest.json"));
      return undefined;
    });
    expect(filesOf(dir)).toEqual(filesOf(after));
    expect(report.asked.filter((asked) => asked === "GET /manifest.json").length).toBe(2);
    expect(report.made).toBeGreaterThanOrEqual(0); // though more was fetched than is kept
  });

  it("is waited for no longer where one comes after the other", async () => {
    const dir = freeFolder();
    let version = 0;
    const changing = mirror(await newSite(), dir, (answer, { url }) => {
      if (url === "/v1/games") answer.status = 404;
      if (url !== "/manifest.json") return undefined;
      version += 1;
      const manifest = JSON.parse(`${contentOf(answer, 1e9)}`);
      const games = {
        ...manifest.documents.find(({ path }: { path: string }) => path === "/v1/games"),
      };
      const only = {
        ...manifest,
        version: `${version}`,
        documents: [games],
        pages: [],
        problems: [],
        hosts: [],
      };
      answer.headers = {};
      answer.body = Buffer.from(JSON.stringify(only));
      return undefined;
    });
    await expect(changing).rejects.toThrow("changed 4 times while it was fetched; try again later");
    expect(existsSync(dir)).toBe(false);
  });
});

/** A lie about the document /v1/overwatch/roles, by any path. */
function aboutRoles(lie: Tamper): Tamper {
  return (answer, asked, response) =>
    asked.url?.includes("/roles") ? lie(answer, asked, response) : undefined;
}

/** An answer that is another one whole. */
function instead(status: number, headers: Record<string, string>, body = ""): Tamper {
  return (answer) => {
    Object.assign(answer, { status, headers, body: Buffer.from(body) });
    return undefined;
  };
}

const FORGERIES: [string, Tamper, RegExp][] = [
  [
    "one other byte",
    aboutRoles((answer) => {
      answer.headers = {};
      answer.body = Buffer.from("[".repeat(2000));
      return undefined;
    }),
    /^\/v1\/overwatch\/roles: .*\n.* does not serve one document as its manifest says; nothing was changed here$/,
  ],
  [
    "a rejected key",
    aboutRoles(instead(401, {})),
    /status 401; is the key in GAMEDATA_API_KEY valid there\?/,
  ],
  [
    "a broken coding",
    (answer, asked, response) =>
      asked.url === "/manifest.json"
        ? instead(200, { "content-encoding": "br" }, "{}")(answer, asked, response)
        : undefined,
    /got a body that cannot be decoded as br$/,
  ],
];

it.each(FORGERIES)(
  "a dishonest server does not replace a good copy: %s",
  async (_what, tamper, message) => {
    const dir = copyOf(await oldSite());
    // The forged content has to be fetched, so it must not be here yet.
    rmSync(join(dir, "v1/overwatch/roles.json"));
    const before = filesOf(dir);
    const { url } = await startProxy(await newSite(), UNLIMITED);
    const server = await startTampering(url, tamper);
    const client = patientClient(server.url, undefined, 1000);
    const error = await mirrorSite(client, { dir }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DeploymentError);
    expect(String(error).replace(/^Error: /, "")).toMatch(message);
    expect(filesOf(dir)).toEqual(before);
  },
);
