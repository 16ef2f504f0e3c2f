import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Content, Site } from "../../../../build/core/site/site.ts";

describe("a site", () => {
  it("hands over one content for all its spellings", () => {
    const contents: Content[] = [];
    const site = new Site((content) => contents.push(content));
    site.addDocument("/v1/overwatch/heroes/ana", "{}\n", [
      "/v1/overwatch/heroes/Ana",
      "/v1/overwatch/heroes/아나",
    ]);
    site.makeAll();
    expect(contents).toEqual([
      {
        body: Buffer.from("{}\n"),
        sha256: createHash("sha256").update("{}\n").digest("hex"),
        files: [
          "v1/overwatch/heroes/ana.json",
          "v1/overwatch/heroes/Ana.json",
          "v1/overwatch/heroes/아나.json",
        ],
      },
    ]);
  });

  it("lets a document claim a spelling twice, its own path too", () => {
    const site = new Site();
    site.addDocument("/a", "{}\n", ["/b", "/a", "/b"]);
    site.makeAll();
    expect(site.documents.map(({ spellings }) => spellings)).toEqual([["/a", "/b"]]);
  });

  it.each<[string, (site: Site) => void, string]>([
    [
      "a document and the spelling of another",
      (site) => site.addDocument("/status", "{}", ["/health"]),
      "/status and /health would both be the file health.json",
    ],
    [
      "a document and the 404 of a folder",
      (site) => site.addDocument("/404", "{}"),
      "/404 and the 404 of / would both be the file 404.json",
    ],
    [
      "two pages",
      (site) => site.addPage("/about", ""),
      "/about and /about would both be the file about.html",
    ],
    [
      "two 404s of one folder",
      (site) => site.addProblem("/", "Nothing.", ""),
      "the 404 of / and the 404 of / would both be the file 404.json",
    ],
  ])("refuses one file twice: %s", (_what, add, message) => {
    const site = new Site();
    site.addDocument("/health", "{}");
    site.addProblem("/", "Nothing.", "{}");
    site.addPage("/about", "");
    expect(() => add(site)).toThrow(message);
  });

  it("makes a file when it is asked for, and no other", () => {
    const site = new Site();
    const value = { status: "ok" };
    site.addDocument("/health", () => ({ value, text: '{ "status": "ok" }' }));
    site.addPage("/about", () => {
      throw new Error("nobody asked for it");
    });
    expect(site.documentAt("/health")).toBe(value);
    expect(site.read("health.json")).toEqual({
      type: "application/json",
      body: Buffer.from('{ "status": "ok" }'),
    });
    expect(site.read("none.json")).toBeUndefined();
    expect(site.pagePaths).toEqual(["/about"]);
    expect(() => site.makeAll()).toThrow("nobody asked for it");
  });
});
