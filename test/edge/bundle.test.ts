import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fg from "fast-glob";
import { describe, expect, inject, it } from "vitest";
import { withSiblings } from "../../build/core/site/codings.ts";
import { folderOf, tinySite } from "../attack/tiny-site.ts";

const FOLDER = join(inject("realSite"), "hosts/workers");
const worker = readFileSync(join(FOLDER, "worker.js"), "utf8");

/** Without comments. */
const config = JSON.parse(
  readFileSync(join(FOLDER, "wrangler.jsonc"), "utf8").replace(/^ *\/\/.*$/gm, ""),
);

describe("the worker of a site", () => {
  it("is under a megabyte when it is compressed", () => {
    expect(gzipSync(worker).length).toBeLessThan(1_000_000);
  });

  it("uses only what the runtime has", () => {
    const imported = [...worker.matchAll(/(?:from|import) ?"([^"]+)"/g)].map(([, name]) => name);

    expect(new Set(imported)).toEqual(new Set(["cloudflare:workers", "node:crypto", "node:zlib"]));
  });

  it("brings the licences of what is in it", () => {
    for (const name of ["jose", "lru-cache", "zod"]) expect(worker).toContain(`/*! ${name}\n`);
  });
});

describe("the configuration of a site's deployment", () => {
  it("binds what the worker wants, and has every request go through it", () => {
    const { assets, durable_objects: objects, main, migrations } = config;

    expect(existsSync(join(FOLDER, main))).toBe(true);
    expect(assets).toMatchObject({ binding: "ASSETS", run_worker_first: true });
    expect(objects.bindings).toEqual([{ name: "WINDOWS", class_name: "CallerWindow" }]);
    expect(migrations).toEqual([{ tag: "windows", new_sqlite_classes: ["CallerWindow"] }]);
    expect(worker).toMatch(
      /export\{[^}]*\bas CallerWindow\b[^}]*\bas default\b|export\{[^}]*\bas default\b[^}]*\bas CallerWindow\b/,
    );
  });

  it("deploys each content once, with its siblings, and nothing that other hosts read", () => {
    const site = folderOf(tinySite());
    const folder = join(site, "hosts/workers");
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(FOLDER, "stage.mjs"), join(folder, "stage.mjs"));
    execFileSync(process.execPath, ["stage.mjs"], { cwd: folder });
    const manifest = JSON.parse(readFileSync(join(site, "manifest.json"), "utf8"));
    const contents = [...manifest.documents, ...manifest.pages].map(({ file }) => file);
    const staged = fg.sync("**", { cwd: join(folder, config.assets.directory), dot: true });

    expect(staged.toSorted()).toEqual(
      withSiblings(["manifest.json", ...contents])
        .filter((file) => existsSync(join(site, file)))
        .toSorted(),
    );
    expect(staged).toContain("v1/overwatch/heroes/ana.json.br");
  });
});
