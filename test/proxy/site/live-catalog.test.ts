import { cpSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { buildSite } from "../../../build/build-site.ts";
import { checkData } from "../../../build/data/check-data.ts";
import { PACKAGE_DATA } from "../../../build/package.ts";
import { packSite } from "../../../build/site/pack.ts";
import { SiteError } from "../../../proxy/site/catalog.ts";
import type { LiveCatalog } from "../../../proxy/site/follow-site.ts";
import { openLiveCatalog } from "../../../proxy/site/live-catalog.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { BASE_URL } from "../../helpers/real-site.ts";

const [NEWEST, EARLIER] = ["2026-10-06", "2026-08-11"];

async function openCopy(): Promise<{ site: string; live: LiveCatalog; log: string[] }> {
  const site = join(temporaryFolder(), "dist");
  cpSync(inject("realSite"), site, { recursive: true });
  return { site, ...(await open(site)) };
}

async function open(site: string): Promise<{ live: LiveCatalog; log: string[] }> {
  const log: string[] = [];
  const write = (fields: object, message: string) =>
    void log.push(`${message}: ${JSON.stringify(fields)}`);
  const live = await openLiveCatalog(site, { info: write, error: write });
  onTestFinished(live.close);
  return { live, log };
}

async function buildEarlier(out: string): Promise<void> {
  const checked = checkData(PACKAGE_DATA);
  if (!checked.ok) throw new Error("the real data does not pass its checks");
  await buildSite(checked.data, {
    baseUrl: BASE_URL,
    assetsUrl: `${BASE_URL}/assets`,
    version: "test",
    patch: EARLIER,
    out,
  });
}

it("takes a new site over whole, and leaves the old one to those who still answer from it", async () => {
  const { site, live } = await openCopy();
  const before = live.current();
  await buildEarlier(site);
  await live.look();
  expect(live.current().manifest.patch).toBe(EARLIER);
  expect(live.current().documents.has("/v1/overwatch/heroes/doctrine")).toBe(false);
  expect(before.manifest.patch).toBe(NEWEST);
  expect(before.documents.has("/v1/overwatch/heroes/doctrine")).toBe(true);
});

it("does not read a site again that has not changed, unless it is told to", async () => {
  const { live } = await openCopy();
  const before = live.current();
  await live.look();
  expect(live.current()).toBe(before);
  await live.look(true);
  expect(live.current()).not.toBe(before);
});

it("refuses a broken new site with a clear line and serves the old one on, until a good one comes", async () => {
  const { site, live, log } = await openCopy();
  const before = live.current();
  const broken = `${site}.broken`;
  await buildEarlier(broken);
  writeFileSync(join(broken, "v1/overwatch/heroes.json"), "{}");
  renameSync(site, `${site}.gone`);
  renameSync(broken, site);
  await live.look();
  expect(live.current()).toBe(before);
  expect(log).toEqual([
    'the new site is broken; the old one is served on: {"reason":"v1/overwatch/heroes.json is not what the manifest says; build the site again"}',
  ]);
  await live.look();
  expect(log).toHaveLength(1);
  await buildEarlier(site);
  await live.look();
  expect(live.current().manifest.patch).toBe(EARLIER);
});

it("serves on when the site is gone", async () => {
  const { site, live, log } = await openCopy();
  const before = live.current();
  renameSync(site, `${site}.gone`);
  await live.look();
  expect(live.current()).toBe(before);
  expect(log).toHaveLength(1);
});

it("follows a tarball like a folder", async () => {
  const folder = temporaryFolder();
  const tarball = join(folder, "site.tar.gz");
  packSite(inject("realSite"), tarball);
  const { live } = await open(tarball);
  expect(live.current().manifest.patch).toBe(NEWEST);
  await buildEarlier(join(folder, "dist"));
  packSite(join(folder, "dist"), tarball);
  await live.look();
  expect(live.current().manifest.patch).toBe(EARLIER);
});

it("does not start on a site that is broken", async () => {
  await expect(open(temporaryFolder())).rejects.toThrow(SiteError);
});
