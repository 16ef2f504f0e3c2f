import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { fetchServed, type Served } from "../../../build/cli/dev/served-documents.ts";
import { type DevOptions, startDev } from "../../../build/cli/dev.ts";
import { withTerminal } from "../../../build/cli/terminal/terminal.ts";
import { PACKAGE_DATA } from "../../../build/core/package.ts";
import { readRealSite } from "../../helpers/built-site.ts";
import { edit } from "../../helpers/data.ts";
import { freePort } from "../../helpers/port.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { BASE_URL } from "../../helpers/real-site.ts";
import { setHealth } from "../data-copies.ts";
import { dataToEdit } from "./data-to-edit.ts";
import { smallSite, UNLIMITED } from "./deployment/site.ts";
import { listenTo } from "./dev-events.ts";

const ENV = { PORT: "0", GAMEDATA_VERSION: "test", BASE_URL };

async function start(options: Partial<DevOptions> = {}) {
  const dir = options.dir ?? dataToEdit();
  const started = await startDev({
    dir,
    env: ENV,
    today: () => "2026-11-28",
    load: () => import("../../../build/cli/dev/preview.ts"),
    ...options,
  });
  onTestFinished(started.stop);
  const { address, changes, update } = started;
  const read = async (path: string) => {
    const response = await fetch(address + path);
    const text = await response.text();
    return text.replace(/<script src="\/dev\/reload\.js\?\d+" defer><\/script>/, "");
  };
  return { dir, address, read, edited: async () => update(await changes.next()) };
}

it("has the bytes of a build with the same settings, but for the script", async () => {
  const { read } = await start({ dir: PACKAGE_DATA });
  for (const [path, file] of [
    ["/", "index.html"],
    ["/heroes/ana", "heroes/ana.html"],
    ["/docs/getHero", "docs/getHero.html"],
    ["/guides/names", "guides/names.html"],
    ["/no/such/page", "not-found.html"],
    ["/sitemap.xml", "sitemap.xml"],
    ["/v1/overwatch/heroes/L%C3%BAcio", "v1/overwatch/heroes/lucio.json"],
  ] as const)
    expect([path, await read(path)]).toEqual([path, readRealSite(file).toString()]);
});

it("takes the next port where one is taken", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { address } = await start({ env: { ...ENV, PORT: String(port) } });
  expect(Number(new URL(address).port)).toBeGreaterThan(port);
});

it("shows an unrecorded edit as a patch, and the open page hears of it", async () => {
  const { dir, address, read, edited } = await start();
  const next = await listenTo(address);
  const before = await next();
  setHealth(dir, 225);
  await edited();
  const now = await next();
  expect(now.stamp).toBeGreaterThan(before.stamp);
  expect(now).toMatchObject({ rows: "heroes/ana/health/standard  200  ->  225", fault: "" });
  expect(await read("/heroes/ana")).toContain("Not recorded");
});

it("leaves unrecorded edits out of an earlier state", async () => {
  const dir = dataToEdit();
  setHealth(dir, 225);
  const { read } = await start({ dir, asOf: "2099-01-01" });
  const { health } = JSON.parse(await read("/v1/overwatch/heroes/ana"));
  expect(health.standard).toBe(200);
});

it("shows a fault with line and cure above the last good page", async () => {
  const { dir, address, read, edited } = await start();
  const page = await read("/heroes/ana");
  const next = await listenTo(address);
  const before = await next();
  edit(dir, "heroes/ana.json", (hero) => {
    hero.role = "suport";
  });
  await edited();
  const { stamp, fault } = await next();
  expect(stamp).toBe(before.stamp);
  expect(fault).toMatch(/^heroes\/ana\.json\n {2}\d+:\d+ {2}role .*support/);
  expect(await read("/heroes/ana")).toBe(page);
});

it("shows a page first, and then what the checks find", async () => {
  const { dir, address, edited } = await start();
  const next = await listenTo(address);
  await next();
  edit(dir, "gaps.json", ({ gaps }) => {
    gaps.push({ path: "heroes/ana/health/none", reason: "Nobody knows." });
  });
  await edited();
  expect(await next()).toMatchObject({ fault: "" });
  expect(await next()).toMatchObject({ fault: expect.stringContaining("remove the gap") });
});

it("draws the pages over the documents of a deployment", async () => {
  const site = smallSite();
  const { url } = await startProxy(site, UNLIMITED);
  let served: Served | undefined;
  await withTerminal({ ...process, env: {} }, async () => {
    served = await fetchServed(url);
    return 0;
  });
  const { read } = await start({ served });
  expect(await read("/heroes/ana")).toBe(readFileSync(join(site, "heroes/ana.html"), "utf8"));
  expect(await read("/status.json")).toBe(readFileSync(join(site, "status.json"), "utf8"));
});
