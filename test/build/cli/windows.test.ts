import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { siteToRead } from "../../../build/cli/terminal/stored-site.ts";
import { withTerminal } from "../../../build/cli/terminal/terminal.ts";
import { verifySite } from "../../../build/core/site/verify-site.ts";
import { WHOLE } from "../../attack/tiny-site.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { smallData } from "../data-copies.ts";
import { run } from "../program.ts";
import { smallSite, UNLIMITED } from "./deployment/site.ts";

const platform = "win32";

it("on Windows, build writes the tarball instead of the folder", async () => {
  const cwd = temporaryFolder();
  const build = () => run(["build", "--data", smallData(join(cwd, "data"))], { cwd, platform });
  const { status, stdout } = await build();
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^dist\.tar\.gz: /)]);
  expect(existsSync(join(cwd, "dist"))).toBe(false);
  expect(verifySite(join(cwd, "dist.tar.gz"))).toMatchObject(WHOLE);
});

it("on Windows, mirror keeps the tarball, and says why in one line", async () => {
  const cwd = temporaryFolder();
  const { url } = await startProxy(smallSite(), UNLIMITED);
  const mirror = () => run(["mirror", url, "copy"], { cwd, platform });
  const first = await mirror();
  expect([first.status, first.stderr]).toEqual([
    0,
    expect.stringMatching(
      /^copy\.tar\.gz is a tarball, as Windows cannot store every name in it\n$/,
    ),
  ]);
  expect(existsSync(join(cwd, "copy"))).toBe(false);
  expect(verifySite(join(cwd, "copy.tar.gz"))).toMatchObject(WHOLE);
  expect((await mirror()).stdout).toContain("; nothing had changed");
});

it.each([
  ["win32", "dist.tar.gz"],
  ["linux", "dist"],
] as const)(
  "on %s, serve looks for the site in %s where there is no folder",
  async (platform, name) => {
    const site = join(temporaryFolder(), "dist");
    writeFileSync(`${site}.tar.gz`, "");
    const streams = { stdout: process.stdout, stderr: process.stderr, env: {}, platform };
    const read = async () => (siteToRead(site).endsWith(`/${name}`) ? 0 : 1);
    expect(await withTerminal(streams, read)).toBe(0);
  },
);
