import type { ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { ManifestSchema } from "../../../build/schema/manifest.ts";
import { SiteError } from "../../../proxy/site/catalog.ts";
import { type OriginOptions, openOriginCatalog } from "../../../proxy/site/origin-catalog.ts";
import { type Files, siteAsOf, startOrigin } from "../../helpers/origin.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { HEROES, keepAliveClient, PATCHES } from "../wire.ts";

const [NEWEST, EARLIER] = ["2026-10-06", "2026-08-11"];
const [newest, earlier] = [siteAsOf(NEWEST), siteAsOf(EARLIER)];

/** Nothing is looked at by itself, and no failure is remembered for longer than a test takes to ask again. */
const AT_ONCE = { pollMs: 1e9, lookAgainMs: 0, failureMs: 1 };

async function open(address: string, options: Partial<OriginOptions> = {}) {
  const log: string[] = [];
  const write = (fields: object, message: string) =>
    void log.push(`${message}: ${JSON.stringify(fields)}`);
  const live = await openOriginCatalog(
    address,
    { info: write, error: write },
    { ...AT_ONCE, ...options },
  );
  onTestFinished(live.close);
  const { port } = await startProxy(live.current, {
    ANONYMOUS_LIMIT: "1000000",
    LOG_LEVEL: "silent",
  });
  return { live, log, get: keepAliveClient(port) };
}

/** A site with one file replaced, or without it. */
function withFile(files: Files, name: string, body?: string): Files {
  const changed = new Map(files);
  if (body === undefined) changed.delete(name);
  else changed.set(name, Buffer.from(body));
  return changed;
}

/** The documents that two sites have both, and that differ. */
const changed = ManifestSchema.parse(JSON.parse(`${newest.get("manifest.json")}`))
  .documents.map(({ path, file }) => ({ path, file }))
  .filter(
    ({ file }) =>
      earlier.has(file) && !earlier.get(file)?.equals(newest.get(file) ?? Buffer.alloc(0)),
  );

const CHANGED = changed.find(({ path }) => /heroes\/[^/]+$/.test(path)) ?? {
  path: "none",
  file: "none",
};
const UNCHANGED = `${HEROES}/ana`;

describe("a new deployment at the origin", () => {
  it("is taken whole: each path answers from the new one, and what is no more gets 404", async () => {
    const origin = await startOrigin(newest);
    const { live, log, get } = await open(origin.url);
    expect((await get(`${HEROES}/doctrine`)).status).toBe(200);
    origin.files = earlier;
    await live.look();

    expect(
      (await get(CHANGED.path)).body.equals(earlier.get(CHANGED.file) ?? Buffer.alloc(0)),
    ).toBe(true);
    expect(
      (await get("/manifest.json")).body.equals(earlier.get("manifest.json") ?? Buffer.alloc(0)),
    ).toBe(true);
    expect(JSON.parse(`${(await get(`${PATCHES}?kind=season`)).body}`).meta.patch).toBe(EARLIER);
    expect((await get(`${HEROES}/doctrine`)).status).toBe(404);
    expect(log).toEqual([`site taken over: {"patch":"${EARLIER}","version":"test"}`]);
  });

  it("is fetched for what is in use before it is taken, so that the origin may die at once", async () => {
    const origin = await startOrigin(newest);
    const { live, get } = await open(origin.url);
    const hot = [CHANGED.path, UNCHANGED, HEROES, "/health"];
    for (const path of hot)
      for (const coding of ["br", "identity"]) await get(path, { "accept-encoding": coding });
    origin.files = earlier;
    await live.look();
    origin.stop();

    for (const path of hot) {
      expect(
        (await get(path)).body.equals(earlier.get(`${path.slice(1)}.json`) ?? Buffer.alloc(0)),
      ).toBe(true);
      expect((await get(path, { "accept-encoding": "br" })).status).toBe(200);
    }
  });

  it("costs nothing for what it did not change", async () => {
    const origin = await startOrigin(newest);
    const { live, get } = await open(origin.url);
    await get(UNCHANGED);
    origin.files = earlier;
    await live.look();
    await get(UNCHANGED);

    expect(earlier.get(`${UNCHANGED.slice(1)}.json`)).toEqual(
      newest.get(`${UNCHANGED.slice(1)}.json`),
    );
    expect(origin.asked.filter(({ path }) => path === `${UNCHANGED}.json`)).toHaveLength(1);
  });

  it("is found at once by a document that is not the manifest's any more", async () => {
    const origin = await startOrigin(newest);
    const { get } = await open(origin.url);
    origin.files = earlier;
    const { status, headers, body } = await get(CHANGED.path);

    expect([status, body.equals(earlier.get(CHANGED.file) ?? Buffer.alloc(0))]).toEqual([
      200,
      true,
    ]);
    expect(headers["etag"]).toBe((await get(CHANGED.path)).headers["etag"]);
    expect(JSON.parse(`${(await get("/health")).body}`).patch).toBe(EARLIER);
  });

  it("that is half there gives 500 for what has gone, and the old for what is in memory, until its manifest comes", async () => {
    const origin = await startOrigin(newest);
    const { live, log, get } = await open(origin.url);
    const [hot, cold] = [
      CHANGED,
      changed.find(({ path }) => path !== CHANGED.path && path !== PATCHES) ?? CHANGED,
    ];
    await get(hot.path);
    origin.files = new Map([
      ...earlier,
      ["manifest.json", newest.get("manifest.json") ?? Buffer.alloc(0)],
    ]);

    expect((await get(cold.path)).status).toBe(500);
    expect((await get(hot.path)).body.equals(newest.get(hot.file) ?? Buffer.alloc(0))).toBe(true);
    origin.files = earlier;
    await live.look();
    expect((await get(cold.path)).body.equals(earlier.get(cold.file) ?? Buffer.alloc(0))).toBe(
      true,
    );
    expect((await get(hot.path)).body.equals(earlier.get(hot.file) ?? Buffer.alloc(0))).toBe(true);
    expect(log.filter((line) => line.includes("site taken over"))).toHaveLength(1);
  });

  it("is looked for no more often than the limit says, however many documents do not agree", async () => {
    const origin = await startOrigin(newest);
    const { get } = await open(origin.url, { lookAgainMs: 60_000 });
    origin.files = new Map([
      ...earlier,
      ["manifest.json", newest.get("manifest.json") ?? Buffer.alloc(0)],
    ]);
    const cold = changed.filter(({ path }) => path !== PATCHES).slice(0, 10);
    for (const { path } of cold) expect((await get(path)).status).toBe(500);

    expect(origin.asked.filter(({ path }) => path === "/manifest.json")).toHaveLength(2); // at the start, and once
  });

  it("is still the old one where the origin says so with a content coding, as some hosts do", async () => {
    const origin = await startOrigin(newest);
    const { live, log } = await open(origin.url);
    const before = live.current();
    for (const coding of ["br", "gzip", "x-own"]) {
      origin.fault = (path, response) => {
        if (path === "/manifest.json")
          response.writeHead(304, { "Content-Encoding": coding }).end();
        return path === "/manifest.json";
      };
      await live.look();
      expect(log).toEqual([]);
      expect(live.current()).toBe(before);
    }
  });

  it("is read again when that is forced, though nothing seems to have changed", async () => {
    const origin = await startOrigin(newest);
    const { live } = await open(origin.url);
    const before = live.current();
    await live.look();
    expect(live.current()).toBe(before);
    await live.look(true);
    expect(live.current()).not.toBe(before);
  });
});

const OLD_SERVES_ON = "the new site is broken; the old one is served on";
const GOOD_SERVES_ON = "the origin cannot be read; the last good site is served on";
const NO_MANIFEST =
  "ORIGIN/manifest.json is not a manifest that this version reads; build the site again";

/** What a deployment may have instead of a manifest: what is said of it, and why. */
const BROKEN: [string, (files: Files) => Files, string, string][] = [
  [
    "has no manifest",
    (files) => withFile(files, "manifest.json"),
    OLD_SERVES_ON,
    "ORIGIN/manifest.json answered with status 404",
  ],
  [
    "has garbage for a manifest",
    (files) => withFile(files, "manifest.json", "<!doctype html>"),
    OLD_SERVES_ON,
    NO_MANIFEST,
  ],
  [
    "has half a manifest",
    (files) => withFile(files, "manifest.json", `${files.get("manifest.json")}`.slice(0, 9000)),
    OLD_SERVES_ON,
    NO_MANIFEST,
  ],
  [
    "has a manifest of another format",
    (files) =>
      withFile(
        files,
        "manifest.json",
        `${files.get("manifest.json")}`.replace('"format": 1', '"format": 2'),
      ),
    OLD_SERVES_ON,
    "ORIGIN/manifest.json has format 2, and this version reads format 1; use a newer version of gamedata",
  ],
  [
    "lacks its patch list",
    (files) => withFile(files, "v1/overwatch/patches.json"),
    OLD_SERVES_ON,
    "ORIGIN/v1/overwatch/patches.json answered with status 404; ORIGIN/v1/overwatch/patches answered with status 404",
  ],
  [
    "has another patch list than its manifest says",
    (files) => withFile(files, "v1/overwatch/patches.json", "{}"),
    OLD_SERVES_ON,
    "ORIGIN/v1/overwatch/patches.json is not what the manifest says; ORIGIN/v1/overwatch/patches answered with status 404",
  ],
];

/** How a host may fail while the manifest is asked for. */
const OUT: [string, (response: ServerResponse) => void, string][] = [
  [
    "hangs up",
    (response) => response.destroy(),
    "ORIGIN/manifest.json cannot be read: other side closed",
  ],
  ["is slow", () => undefined, "ORIGIN/manifest.json cannot be read: it took longer than 300 ms"],
  [
    "answers with 500",
    (response) => response.writeHead(500).end("no"),
    "ORIGIN/manifest.json answered with status 500",
  ],
  [
    "answers with 429",
    (response) => response.writeHead(429).end("no"),
    "ORIGIN/manifest.json answered with status 429",
  ],
];

describe("the last good site is served on, with one line in the log, while the origin", () => {
  it.each(BROKEN)("%s", async (_what, breakSite, message, reason) => {
    const origin = await startOrigin(newest);
    const { live, log, get } = await open(origin.url);
    const before = live.current();
    origin.files = breakSite(earlier);
    await live.look();
    await live.look();

    expect(live.current()).toBe(before);
    expect(log).toEqual([
      `${message}: ${JSON.stringify({ reason: reason.replaceAll("ORIGIN", origin.url) })}`,
    ]);
    expect((await get(`${PATCHES}?kind=season`)).status).toBe(200);

    origin.files = earlier;
    await live.look();
    expect(log.slice(1)).toEqual([
      "the origin is well again: {}",
      expect.stringContaining("site taken over"),
    ]);
  });

  it.each(OUT)("%s", async (_what, answer, reason) => {
    const origin = await startOrigin(newest);
    const { live, log, get } = await open(origin.url, { timeoutMs: 300 });
    origin.fault = (path, response) => {
      if (path === "/manifest.json") answer(response);
      return path === "/manifest.json";
    };
    await live.look();
    await live.look();

    expect(log).toEqual([
      `${GOOD_SERVES_ON}: ${JSON.stringify({ reason: reason.replace("ORIGIN", origin.url) })}`,
    ]);
    expect((await get(UNCHANGED)).status).toBe(200);
    origin.fault = undefined;
    await live.look();
    expect(log.slice(1)).toEqual(["the origin is well again: {}"]);
  });

  it("sends a manifest without end", async () => {
    const origin = await startOrigin(newest);
    const { live, log } = await open(origin.url);
    const piece = Buffer.alloc(1024 * 1024, " ");
    origin.fault = (_path, response) => {
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", more);
      more();
      return true;
    };
    await live.look();

    expect(log).toEqual([
      expect.stringContaining("/manifest.json is longer than the 16777216 bytes expected"),
    ]);
  });

  it("has a new site of which a document that is in use is not what its manifest says", async () => {
    const origin = await startOrigin(newest);
    const { live, log, get } = await open(origin.url);
    await get(CHANGED.path);
    origin.files = withFile(earlier, CHANGED.file, "{}");
    await live.look();

    expect(log).toEqual([
      expect.stringContaining(`${OLD_SERVES_ON}: {"reason":"${origin.url}/${CHANGED.file} is not`),
    ]);
    expect((await get(CHANGED.path)).body.equals(newest.get(CHANGED.file) ?? Buffer.alloc(0))).toBe(
      true,
    );
  });
});

describe("a proxy does not start", () => {
  it.each(BROKEN)("on an origin that %s", async (_what, breakSite, _message, reason) => {
    const origin = await startOrigin(breakSite(newest));

    await expect(open(origin.url)).rejects.toThrow(
      new SiteError(reason.replaceAll("ORIGIN", origin.url)),
    );
  });

  it("on an origin that is not there", async () => {
    const origin = await startOrigin(newest);
    origin.stop();
    const address = new URL(origin.url).host;

    await expect(open(origin.url.replace("//", "//user:secret@"))).rejects.toThrow(
      new SiteError(`${origin.url}/manifest.json cannot be read: connect ECONNREFUSED ${address}`),
    );
  });
});
