import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runSteps } from "../../build/core/site/steps.ts";
import { openTarball } from "../../build/core/site/tarball-files.ts";
import { verifySite } from "../../build/core/site/verify-site.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import { type TarEntry, tarballOf, tarOf } from "./tarballs.ts";
import { tinySite, WHOLE } from "./tiny-site.ts";

const ENTRIES: TarEntry[] = [...tinySite()].map(([path, body]) => ({ path, body }));

describe("a tarball", () => {
  it("of a site is read, folders and all", async () => {
    const folders: TarEntry[] = [{ path: "v1/", type: "Directory" }];
    const tarball = tarballOf([...folders, ...ENTRIES]);

    expect(verifySite(tarball)).toMatchObject(WHOLE);
    expect((await loadCatalog(tarball)).manifest.patch).toBe("2026-10-06");
  });

  it.each<[string, TarEntry, string]>([
    [
      "a symbolic link",
      { path: "x.json", type: "SymbolicLink", linkpath: "/etc/passwd" },
      '"x.json" is an entry of type SymbolicLink; expected regular files',
    ],
    [
      "a hard link",
      { path: "x.json", type: "Link", linkpath: "/etc/passwd" },
      '"x.json" is an entry of type Link',
    ],
    ["a pipe", { path: "x", type: "FIFO" }, '"x" is an entry of type FIFO'],
    ["a device", { path: "x", type: "CharacterDevice" }, '"x" is an entry of type CharacterDevice'],
    [
      "a second file of one name",
      { path: "./health.json", body: Buffer.from("{}") },
      '"health.json" is in it twice',
    ],
    [
      "a file larger than any",
      { path: "x.json", size: 65 * 1024 * 1024 },
      '"x.json" has 68157440 bytes; expected at most 67108864',
    ],
  ])("with %s is refused by the proxy and by verify", async (_what, entry, why) => {
    const tarball = tarballOf([...ENTRIES, entry]);

    await expect(loadCatalog(tarball)).rejects.toThrow(why);
    expect(() => verifySite(tarball)).toThrow(why);
  });

  it("that unfolds to more than a site has is read no further than that", () => {
    const size = 64 * 1024 * 1024;
    const zeros = gzipSync(Buffer.alloc(size), { level: 1 }); // less than 1,000 to 1
    const parts = Array.from({ length: 17 }, (_, at) => {
      const header = tarOf([{ path: `x${at}.json`, size }]).subarray(0, 512);
      return [gzipSync(header), zeros];
    });
    const tarball = tarballOf([]);
    writeFileSync(tarball, Buffer.concat(parts.flat()));

    expect(() => runSteps(openTarball(tarball, () => Buffer.alloc(0)))).toThrow(
      "it has more than 1073741824 bytes",
    );
  });

  it.each([1, 10, 50, 90])("that is cut after %i percent is refused", async (percent) => {
    const tarball = tarballOf(ENTRIES);
    const whole = readFileSync(tarball);
    writeFileSync(tarball, whole.subarray(0, Math.floor((whole.length * percent) / 100)));

    await expect(loadCatalog(tarball)).rejects.toThrow(tarball);
    expect(() => verifySite(tarball)).toThrow(tarball);
  });
});
