import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { CODINGS, type documentInMemory } from "../../../proxy/site/document.ts";
import { followSite, type LiveCatalog } from "../../../proxy/site/follow-site.ts";
import { createOriginReader } from "../../../proxy/site/origin-reader.ts";
import { loadCatalog } from "../../../proxy/site/stored-catalog.ts";
import { folderOf, type TinySite, tinySite, withForgery } from "../../attack/tiny-site.ts";
import { type Files, startOrigin } from "../../helpers/origin.ts";

const HERO = "/v1/overwatch/heroes/ana";
const HERO_FILE = `${HERO.slice(1)}.json`;

const OLD = tinySite();
const NEW = tinySite({ id: "ana", name: "Ana" });

/** Opens an origin; nothing is looked at by itself, and no failure is waited out. */
async function open(address: string, pollMs = 1e9) {
  const log: string[] = [];
  const write = (fields: object, message: string) =>
    void log.push(`${message}: ${JSON.stringify(fields)}`);
  const logger = { info: write, warn: write, error: write };
  const options = { pollMs, timeoutMs: 1_000, wait: async () => {} };
  const live = await followSite(createOriginReader(address, logger, options), logger);
  onTestFinished(live.close);
  return { live, log };
}

type DocumentInMemory = ReturnType<typeof documentInMemory>;

/** What a catalog answers with at each path, in each coding. */
function answersOf({ documents }: Awaited<ReturnType<typeof loadCatalog>>) {
  return new Map(
    [...documents].flatMap(([path, document]) =>
      CODINGS.map((coding) => {
        const { body, etag } = (document as DocumentInMemory).representation(coding);
        return [`${path} ${coding}`, `${document.contentType} ${etag} ${body.toString("hex")}`];
      }),
    ),
  );
}

function bodyOf(live: LiveCatalog, path: string) {
  const document = live.current().documents.get(path) as DocumentInMemory | undefined;
  return document?.representation("identity").body.toString();
}

/** A site with one file replaced, or without it. */
function withFile(site: TinySite, name: string, body?: string | Buffer) {
  const changed = new Map(site);
  if (body === undefined) changed.delete(name);
  else changed.set(name, Buffer.from(body));
  return changed;
}

describe("a site at an origin", () => {
  it.each(["bucket", "static host"] as const)(
    "is answered from as from a folder, in every coding: a %s",
    async (host) => {
      const origin = await startOrigin(OLD, host);
      const { live } = await open(origin.url);

      expect(answersOf(live.current())).toEqual(answersOf(await loadCatalog(folderOf(OLD))));
    },
  );

  it("keeps its signature, so that a mirror of the proxy can be believed", async () => {
    const signature = "untrusted comment: by a test\nRW\n";
    const origin = await startOrigin(withFile(OLD, "manifest.json.minisig", signature));
    const { live } = await open(origin.url);

    expect(bodyOf(live, "/manifest.json.minisig")).toBe(signature);
    origin.files = withFile(OLD, "manifest.json.minisig", `${signature}newer\n`);
    await live.look();
    expect(bodyOf(live, "/manifest.json.minisig")).toBe(`${signature}newer\n`);
  });

  it("is asked for with the user and the password of its address, which no log has", async () => {
    const origin = await startOrigin(OLD);
    const { live, log } = await open(origin.url.replace("//", "//mirror:p%40ss@"));
    origin.stop();
    await live.look();

    expect(new Set(origin.asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Basic ${Buffer.from("mirror:p@ss").toString("base64")}`]),
    );
    expect(log).toHaveLength(1);
    expect(log.join()).not.toMatch(/p(%40|@)ss|mirror:/);
  });

  it("is waited for where it is away at the start, with one line in the log", async () => {
    const origin = await startOrigin(OLD);
    let refusals = 0;
    origin.fault = (_path, response) => {
      refusals += 1;
      if (refusals > 12) return false;
      response.writeHead(503).end();
      return true;
    };
    const { live, log } = await open(origin.url, 1);
    live.close();

    expect(bodyOf(live, HERO)).toBe(`${OLD.get(HERO_FILE)}`);
    expect(log[0]).toMatch(/^the origin cannot be read; waiting for it/);
    expect(log.filter((line) => line.includes("waiting"))).toHaveLength(1);
  });
});

describe("a new site at the origin", () => {
  it("is taken over whole, and only what has changed is fetched", async () => {
    const origin = await startOrigin(OLD);
    const { live, log } = await open(origin.url);
    origin.asked.length = 0;
    origin.files = NEW;
    await live.look();

    expect(bodyOf(live, HERO)).toBe(`${NEW.get(HERO_FILE)}`);
    expect(new Set(origin.asked.map(({ path }) => path))).toEqual(
      new Set(["/manifest.json", "/manifest.json.minisig", HERO, `/${HERO_FILE}`]),
    );
    expect(log).toEqual(['new site loaded: {"patch":"2026-10-06","version":"1"}']);
  });

  it("is asked with the manifest's validator, and is not read again without need", async () => {
    const origin = await startOrigin(OLD);
    const { live } = await open(origin.url);
    const before = live.current();
    origin.asked.length = 0;
    await live.look();

    expect(live.current()).toBe(before);
    expect(origin.asked).toMatchObject([
      { path: "/manifest.json", headers: { "if-none-match": expect.any(String) } },
      { path: "/manifest.json.minisig" },
    ]);
    await live.look(true);
    expect(live.current()).not.toBe(before);
  });

  it("is still the old one where a 304 names a content coding", async () => {
    const origin = await startOrigin(OLD);
    const { live, log } = await open(origin.url);
    origin.fault = (_path, response) => {
      response.writeHead(304, { "content-encoding": "gzip" }).end();
      return true;
    };
    await live.look();

    expect(log).toEqual([]);
  });
});

const BROKEN: [string, Files, RegExp][] = [
  [
    "has no manifest",
    withFile(NEW, "manifest.json"),
    /expected the manifest of a site, got status 404/,
  ],
  ["has a page in its place", withFile(NEW, "manifest.json", "<p>"), /got an HTML page/],
  [
    "names a file outside the site",
    withForgery(NEW, ({ documents }) => {
      documents[0].file = "../x.json";
    }),
    /cannot be trusted: .+x.json.+ is not the file/,
  ],
  ["lacks a document", withFile(NEW, HERO_FILE), /ana: expected status 200, got status 404/],
  ["has another document", withFile(NEW, HERO_FILE, "{}"), /expected \d+ bytes with SHA-256/],
  [
    "has a document with bytes after it",
    withFile(NEW, HERO_FILE, Buffer.concat([gzipSync("{}"), Buffer.alloc(9)])),
    /expected \d+ bytes with SHA-256/,
  ],
];

describe("an origin that", () => {
  it.each(BROKEN)(
    "%s is reported once, and the last good site is still served",
    async (_what, files, reason) => {
      const origin = await startOrigin(OLD);
      const { live, log } = await open(origin.url);
      origin.files = files;
      await live.look();
      await live.look();

      expect(bodyOf(live, HERO)).toBe(`${OLD.get(HERO_FILE)}`);
      expect(log).toHaveLength(1);
      expect(log[0]).toMatch(reason);
      origin.files = NEW;
      await live.look();
      expect(bodyOf(live, HERO)).toBe(`${NEW.get(HERO_FILE)}`);
      expect(log.slice(1)).toEqual([
        "the site is readable again: {}",
        'new site loaded: {"patch":"2026-10-06","version":"1"}',
      ]);
    },
  );

  it("is away is reported once, and the last good site is still served", async () => {
    const origin = await startOrigin(OLD);
    const { live, log } = await open(origin.url);
    origin.fault = (_path, response) => {
      response.destroy();
      return true;
    };
    await live.look();
    await live.look();

    expect(bodyOf(live, HERO)).toBe(`${OLD.get(HERO_FILE)}`);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(/^the origin cannot be read; the last good site is still served/);
    expect(live.trouble()).toBe("away");
  });
});
