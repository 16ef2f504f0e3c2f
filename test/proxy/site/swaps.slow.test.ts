import { linkSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { buildSite } from "../../../build/generator/build-site.ts";
import { packSite } from "../../../build/generator/write/pack-site.ts";
import { CODINGS } from "../../../proxy/site/document.ts";
import type { LiveCatalog } from "../../../proxy/site/follow-site.ts";
import { openLiveCatalog } from "../../../proxy/site/live-catalog.ts";
import { openOriginCatalog } from "../../../proxy/site/origin-catalog.ts";
import { dataOfThreePatches, NEW_PATCH } from "../../build/data-copies.ts";
import { siteIn, startOrigin } from "../../helpers/origin.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { soundData } from "../../helpers/real-data.ts";
import { BASE_URL } from "../../helpers/real-site.ts";
import { HEROES, keepAliveClient, MAPS, PATCHES } from "../wire.ts";

/** Of both sites; most of them differ between the two. */
const PATHS = [
  HEROES,
  `${HEROES}/ana`,
  `${HEROES}/LUCIO`,
  MAPS,
  PATCHES,
  `${PATCHES}?kind=hotfix`,
  "/health",
  "/manifest.json",
];

const NO_LIMITS = { ANONYMOUS_LIMIT: "100000000", LOG_LEVEL: "silent" };

/** Load takes its time on a busy machine. */
const SOON = { timeout: 30_000, interval: 5 };

const folder = mkdtempSync(join(tmpdir(), "gamedata-swaps-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Small sites as of two patches: what counts is that they differ, and a swap of them is quick. */
const [newest, earlier] = [join(folder, "newest"), join(folder, "earlier")];

beforeAll(() => {
  const data = soundData(dataOfThreePatches(join(folder, "gamedata")));
  const options = { version: "test", baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };
  buildSite(data, { ...options, patch: NEW_PATCH, out: newest });
  buildSite(data, { ...options, patch: "2098-12-01", out: earlier });
});

/** Every body that a site gives to `PATHS`, by its path, coding and ETag. */
async function wholeAnswers(site: string): Promise<Map<string, Buffer>> {
  const whole = new Map<string, Buffer>();
  const get = keepAliveClient((await startProxy(site, NO_LIMITS)).port);
  for (const path of PATHS) {
    for (const coding of CODINGS) {
      const { headers, body } = await get(path, { "accept-encoding": coding });
      whole.set(`${path} ${coding} ${headers["etag"]}`, body);
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
 * site, or of both. After each swap every answer of the site that came is awaited.
 */
async function expectWhole(
  live: LiveCatalog,
  swaps: number,
  swap: (count: number) => void,
): Promise<void> {
  onTestFinished(live.close);
  const [ofNewest, ofEarlier] = [await wholeAnswers(newest), await wholeAnswers(earlier)];
  const whole = new Map([...ofNewest, ...ofEarlier]);
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
    const coming = count % 2 === 1 ? ofEarlier : ofNewest;
    seen.clear();
    await vi.waitFor(() => expect(seen).toEqual(new Set([...seen, ...coming.keys()])), SOON);
  }
  isOver = true;
  await asking;
  expect([...wrong]).toEqual([]);
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
