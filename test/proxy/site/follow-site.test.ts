import { cpSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { packSite } from "../../../build/generator/write/tarball.ts";
import { SiteError } from "../../../proxy/site/catalog.ts";
import { followSite } from "../../../proxy/site/follow-site.ts";
import { openReader } from "../../../proxy/site/stored-reader.ts";
import { newSite, oldSite } from "../../build/cli/deployment/site.ts";
import { temporaryFolder } from "../../helpers/data.ts";

/** A spelling of the new small site alone. */
const NEW_SPELLING = "/v1/overwatch/heroes/captain amari";

async function openCopy() {
  const site = join(temporaryFolder(), "dist");
  cpSync(await oldSite(), site, { recursive: true });
  return { site, ...(await open(site)) };
}

/** Puts a site in the place of another, at once. */
function replace(site: string, by: string) {
  cpSync(by, `${site}.coming`, { recursive: true });
  renameSync(site, `${site}.gone`);
  renameSync(`${site}.coming`, site);
}

async function open(site: string) {
  const log: string[] = [];
  const write = (fields: object, message: string) =>
    void log.push(`${message}: ${JSON.stringify(fields)}`);
  const logger = { info: write, warn: write, error: write };
  const live = await followSite(await openReader(site, logger), logger);
  onTestFinished(live.close);
  return { live, log };
}

it("takes a new site over whole; answers that have begun keep the old one", async () => {
  const { site, live } = await openCopy();
  const before = live.current();
  replace(site, await newSite());
  await live.look();
  expect(live.current().documents.has(NEW_SPELLING)).toBe(true);
  expect(live.current().manifest).not.toEqual(before.manifest);
  expect(before.documents.has(NEW_SPELLING)).toBe(false);
});

it("does not read a site again that has not changed, unless asked to", async () => {
  const { live } = await openCopy();
  const before = live.current();
  await live.look();
  expect(live.current()).toBe(before);
  await live.look(true);
  expect(live.current()).not.toBe(before);
});

it("takes a signature over that is made later", async () => {
  const { site, live } = await openCopy();
  expect(live.current().documents.has("/manifest.json.minisig")).toBe(false);
  writeFileSync(join(site, "manifest.json.minisig"), "untrusted comment: by a test\nRW\n");
  await live.look();
  expect(live.current().documents.has("/manifest.json.minisig")).toBe(true);
});

it("refuses a broken new site with a clear line; the old one serves until a good one", async () => {
  const { site, live, log } = await openCopy();
  const before = live.current();
  const broken = join(temporaryFolder(), "broken");
  cpSync(await newSite(), broken, { recursive: true });
  writeFileSync(join(broken, "v1/overwatch/heroes.json"), "{}");
  replace(site, broken);
  await live.look();
  expect(live.current()).toBe(before);
  expect(log).toEqual([
    'the new site is broken; the old one is still served: {"reason":"v1/overwatch/heroes.json ' +
      'does not match the manifest; build the site again"}',
  ]);
  await live.look();
  expect(log).toHaveLength(1);
  expect(live.trouble()).toBe("broken");
  renameSync(`${site}.gone`, `${site}.old`);
  replace(site, await newSite());
  await live.look();
  expect(live.trouble()).toBeUndefined();
  expect(live.current().documents.has(NEW_SPELLING)).toBe(true);
});

it("reads a broken site that does not change again after ten seconds", async () => {
  const { site, live } = await openCopy();
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const next = join(temporaryFolder(), "next");
  cpSync(await newSite(), next, { recursive: true });
  const file = "v1/overwatch/heroes.json";
  renameSync(join(next, file), join(next, `${file}.late`)); // a copy of which a file comes later
  renameSync(site, `${site}.gone`);
  renameSync(next, site);
  await live.look();
  renameSync(join(site, `${file}.late`), join(site, file));
  vi.advanceTimersByTime(9_900);
  await live.look();
  expect(live.trouble()).toBe("broken");

  vi.advanceTimersByTime(200);
  await live.look();
  expect(live.trouble()).toBeUndefined();
  expect(live.current().documents.has(NEW_SPELLING)).toBe(true);
});

it("follows a tarball like a folder", async () => {
  const folder = temporaryFolder();
  const tarball = join(folder, "site.tar.gz");
  packSite(await oldSite(), tarball);
  const { live } = await open(tarball);
  expect(live.current().documents.has(NEW_SPELLING)).toBe(false);
  packSite(await newSite(), tarball);
  await live.look();
  expect(live.current().documents.has(NEW_SPELLING)).toBe(true);
});

it("does not start on a site that is broken", async () => {
  await expect(open(temporaryFolder())).rejects.toThrow(SiteError);
});
