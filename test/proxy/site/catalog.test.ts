import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { fold } from "../../../build/core/spelling/fold.ts";
import { SiteError } from "../../../proxy/site/catalog.ts";
import { loadCatalog } from "../../../proxy/site/stored-catalog.ts";
import { folderOf, tinySite } from "../../attack/tiny-site.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { getRaw, startProxy } from "../../helpers/proxy.ts";

const MODES = "v1/overwatch/modes.json";

/** A small site, but for one file: that has the given content, or is missing. */
function siteWith(file: string, body?: string | Buffer) {
  const site = tinySite();
  if (body === undefined) site.delete(file);
  else site.set(file, Buffer.from(body));
  return folderOf(site);
}

/** A file of the small site, altered. */
function altered(file: string, alter: (text: string) => string) {
  return alter(`${tinySite().get(file)}`);
}

/** What refuses a site, with the folder it is in called `dist`. */
async function refusalOf(site: string) {
  try {
    await loadCatalog(site);
  } catch (error) {
    if (error instanceof SiteError) return error.message.replaceAll(site, "dist");
    throw error;
  }
  return "not refused";
}

describe("a site", () => {
  it("is read with every spelling, every page and the manifest itself", async () => {
    const { manifest, documents } = await loadCatalog(inject("realSite"));
    const spellings = manifest.documents.flatMap((document) =>
      document.spellings.map((spelling) =>
        spelling
          .split("/")
          .map((segment, at) => (at === 4 ? fold(segment) : segment))
          .join("/"),
      ),
    );
    // Details and histories have the id as their path, and are found by every name.
    const details = manifest.documents
      .filter(({ path }) => /^\/v1\/overwatch\/(heroes|maps)\/[^/]+$/.test(path))
      .flatMap(({ spellings: all }) => all.map((spelling) => spelling.split("/").slice(-2)))
      .flatMap(([collection = "", name = ""]) =>
        ["details", "history"].map((kind) => `/${kind}/${collection}/${fold(name)}.json`),
      );
    const pages = manifest.pages.map(({ path }) => path);

    expect(new Set([...documents].map(([key]) => key))).toEqual(
      new Set([...spellings, ...details, ...pages, "/manifest.json"]),
    );
  });

  it("whose build was killed in the swap is served from where the swap left it", async () => {
    const site = join(temporaryFolder(), "dist");
    symlinkSync(inject("realSite"), `${site}.previous`);
    const { port } = await startProxy(site);

    expect((await getRaw(port, "/v1/overwatch/heroes/ana")).status).toBe(200);
  });
});

describe("a site that cannot be served", () => {
  it("is refused where there is none", async () => {
    expect(await refusalOf(join(temporaryFolder(), "dist"))).toBe(
      "dist/manifest.json does not exist; build the site first or pass another path",
    );
  });

  it("is refused where its manifest cannot be read", async () => {
    const site = siteWith("manifest.json", "{");

    expect(await refusalOf(site)).toBe(
      "dist/manifest.json is not a manifest that this version reads; build the site again",
    );
  });

  it.each([MODES, "index.html"])("is refused where %s has been altered", async (file) => {
    const site = siteWith(
      file,
      altered(file, (text) => text.replace("{", "[").replace("N", "M").replace("start", "stare")),
    );

    expect(await refusalOf(site)).toBe(`${file} does not match the manifest; build the site again`);
  });

  it.each([MODES, `${MODES}.br`, "v1/overwatch/404.json", "manifest.json.br"])(
    "is refused where %s is missing",
    async (file) => {
      expect(await refusalOf(siteWith(file))).toBe(
        `${file} is missing, but the manifest lists it; build the site again`,
      );
    },
  );
});
