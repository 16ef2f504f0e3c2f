import { linkSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, it, onTestFinished, vi } from "vitest";
import { packSite } from "../../../build/site/pack-site.ts";
import { CODINGS } from "../../../proxy/site/document.ts";
import type { LiveCatalog } from "../../../proxy/site/follow-site.ts";
import { openLiveCatalog } from "../../../proxy/site/live-catalog.ts";
import { openOriginCatalog } from "../../../proxy/site/origin-catalog.ts";
import { siteIn, startOrigin } from "../../helpers/origin.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { HEROES, keepAliveClient, MAPS, PATCHES } from "../wire.ts";

/** Of both sites; most of them differ between the two. */
const PATHS = [
  HEROES,
  `${HEROES}/ana`,
  `${HEROES}/MEI`,
  MAPS,
  PATCHES,
  `${PATCHES}?kind=season`,
  "/health",
  "/manifest.json",
];

const NO_LIMITS = { ANONYMOUS_LIMIT: "100000000", LOG_LEVEL: "silent" };

// load takes its time on a busy machine
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), "gamedata-swaps-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The real site as of two patches. */
const [newest, earlier] = [inject("realSite"), inject("earlierSite")];

/** Every body that one of the two sites, which does not change, gives to `PATHS`. */
async function wholeAnswers(): Promise<Map<string, Buffer>> {
  const whole = new Map<string, Buffer>();
  for (const site of [newest, earlier]) {
    const get = keepAliveClient((await startProxy(site, NO_LIMITS)).port);
    for (const path of PATHS) {
      for (const coding of CODINGS) {
        const { headers, body } = await get(path, { "accept-encoding": coding });
        whole.set(`${path} ${coding} ${headers["etag"]}`, body);
      }
    }
  }
  return whole;
}

/** Keeps the messages of a log. */
function keptLog() {
  const lines: string[] = [];
  const write = (_fields: object, message: string) => void lines.push(message);
  return { lines, info: write, error: write };
}

/**
 * Asks over 16 connections without a pause while sites are swapped: no answer may be of neither
 * site, or of both.
 */
async function expectWhole(
  live: LiveCatalog,
  swaps: number,
  swap: (count: number) => void,
): Promise<void> {
  onTestFinished(live.close);
  const whole = await wholeAnswers();
  const get = keepAliveClient((await startProxy(live.current, NO_LIMITS)).port);
  const seen = new Set<string>();
  const wrong = new Set<string>();
  let isOver = false;
  const ask = async (first: number) => {
    for (let at = first; !isOver; at += 1) {
      const path = PATHS[at % PATHS.length] ?? "/";
      const coding = CODINGS[at % CODINGS.length] ?? "identity";
      const { status, headers, body } = await get(path, { "accept-encoding": coding });
      const answer = `${path} ${coding} ${headers["etag"]}`;
      seen.add(answer);
      if (status !== 200 || !whole.get(answer)?.equals(body)) wrong.add(`${status} ${answer}`);
    }
  };
  const asking = Promise.all(Array.from({ length: 16 }, (_, first) => ask(first)));
  for (let count = 1; count <= swaps; count += 1) {
    swap(count);
    await live.look();
    for (const _ of PATHS) await get("/health"); // while the others go on
  }
  isOver = true;
  await asking;
  expect([...wrong]).toEqual([]);
  expect(seen).toEqual(new Set(whole.keys()));
}

it("a folder that is swapped under load gives every request one whole site", async () => {
  const site = join(folder, "dist");
  symlinkSync(newest, site);
  const log = keptLog();
  await expectWhole(await openLiveCatalog(site, log), 4, (count) => {
    symlinkSync(count % 2 === 1 ? earlier : newest, `${site}.coming`);
    renameSync(`${site}.coming`, site);
  });

  expect(log.lines).toEqual(Array(4).fill("site taken over"));
});

it("a tarball that is swapped under load gives every request one whole site", async () => {
  const tarballs = [newest, earlier].map(
    (from, at) => packSite(from, join(folder, `${at}.tar.gz`)).file,
  );
  const site = join(folder, "site.tar.gz");
  linkSync(tarballs[0] ?? "", site);
  const log = keptLog();
  await expectWhole(await openLiveCatalog(site, log), 3, (count) => {
    linkSync(tarballs[count % 2] ?? "", `${site}.coming`);
    renameSync(`${site}.coming`, site);
  });

  expect(log.lines).toEqual(Array(3).fill("site taken over"));
});

it("an origin that is deployed to under load gives every request one whole site", async () => {
  const deployments = [newest, earlier].map(siteIn);
  const origin = await startOrigin(siteIn(newest));
  const log = keptLog();
  const live = await openOriginCatalog(origin.url, log, undefined, { pollMs: 1e9 });
  await expectWhole(live, 6, (count) => {
    origin.files = deployments[count % 2] ?? origin.files;
  });

  expect(log.lines).toEqual(Array(6).fill("site taken over"));
});
