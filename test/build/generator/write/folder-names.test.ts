import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mirrorSite } from "../../../../build/cli/deployment/mirror-site.ts";
import { createClient } from "../../../../build/core/fetch/http-client.ts";
import { singleFile } from "../../../../build/core/site/site.ts";
import { writeSite } from "../../../../build/generator/write/write-site.ts";
import { tinySite } from "../../../attack/tiny-site.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { startOrigin } from "../../../helpers/origin.ts";

const build = async (dir: string) => {
  writeSite(dir, (add) => add(singleFile("a.json", Buffer.from("{}"))));
};

const mirror = async (dir: string) => {
  const { url } = await startOrigin(tinySite());
  const client = createClient(url, { wait: async () => {} });
  onTestFinished(() => client.close());
  await mirrorSite(client, { dir });
};

/** A folder with `victim` in it, which is somebody's work, and `links/inner`, a link to it. */
function folderWithVictim() {
  const parent = temporaryFolder();
  const file = join(parent, "victim/.git/HEAD");
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "ref");
  mkdirSync(join(parent, "links"));
  symlinkSync(join(parent, "victim"), join(parent, "links/inner"));
  symlinkSync(parent, join(parent, "links/parent"));
  vi.spyOn(process, "cwd").mockReturnValue(join(parent, "victim"));
  onTestFinished(() => void vi.restoreAllMocks());
  return { parent, file };
}

describe.each([
  ["a build", build],
  ["a mirror", mirror],
])("%s leaves somebody else's folder alone that is named", (_, write) => {
  it.each<[string, (parent: string) => string]>([
    ["by an empty name", () => ""],
    ["as the working folder", () => "."],
    ["by a step back from a missing folder", () => "missing/.."],
    ["by way of a missing folder", (parent) => `${parent}/missing/../victim`],
    ["by way of a link that leads elsewhere", (parent) => `${parent}/links/inner/../../victim`],
    ["through a link in the middle", (parent) => `${parent}/links/parent/victim`],
    ["by a link", (parent) => `${parent}/links/inner`],
    ["with a slash at its end", (parent) => `${parent}/missing/../victim/`],
  ])("%s", async (_, name) => {
    const { parent, file } = folderWithVictim();
    await expect(write(name(parent))).rejects.toThrow(/is not the name of a folder|holds .git/);
    expect(readFileSync(file, "utf8")).toBe("ref");
  });
});

it.each<[string, (parent: string, dir: string) => void]>([
  ["at the site's place", (parent, dir) => renameSync(join(parent, "victim"), dir)],
  ["behind a link to it", (parent, dir) => symlinkSync(join(parent, "victim"), dir)],
])("a folder that appears during a build is put back and kept: %s", (_, appear) => {
  const { parent } = folderWithVictim();
  const dir = join(parent, "dist");
  const make = () =>
    writeSite(dir, (add) => {
      add(singleFile("a.json", Buffer.from("{}")));
      appear(parent, dir);
    });
  expect(make).toThrow("dist holds .git, which would be lost");
  expect(readFileSync(join(dir, ".git/HEAD"), "utf8")).toBe("ref");
  expect(existsSync(`${dir}.previous`)).toBe(false);
});
