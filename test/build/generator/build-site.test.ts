import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { documentFile, pageFile } from "../../../build/core/site/path-files.ts";
import { Site } from "../../../build/core/site/site.ts";
import { buildSite } from "../../../build/generator/build-site.ts";
import { createSite } from "../../../build/generator/make-site.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { soundData } from "../../helpers/real-data.ts";
import { manifestOf } from "../cli/deployment/site.ts";
import { NEW_PATCH, smallData } from "../data-copies.ts";

const ADDRESSES = { baseUrl: "https://example.org", assetsUrl: "https://images.example.org" };

it("cannot be built as of a patch that is not recorded, and leaves what is there", () => {
  const out = join(temporaryFolder(), "dist");
  const data = soundData(smallData());
  buildSite(data, { ...ADDRESSES, patch: NEW_PATCH, version: "old", out });
  expect(() => buildSite(data, { ...ADDRESSES, patch: "2026-02-11", version: "new", out })).toThrow(
    "no patch 2026-02-11 is recorded",
  );
  expect(manifestOf(out).version).toBe("old");
});

it("makes pages of documents alone: of their texts, parsed and frozen, the same", () => {
  const data = soundData(smallData());
  const pages = () => {
    const site = createSite(data, { ...ADDRESSES, patch: NEW_PATCH, version: "test" });
    return site.pagePaths.map((path) => [path, site.read(pageFile(path))?.body.toString()]);
  };
  const expected = pages();
  const parsed = vi.spyOn(Site.prototype, "documentAt").mockImplementation(function (
    this: Site,
    path,
  ) {
    const text = this.read(documentFile(path))?.body.toString();
    return text && JSON.parse(text, (_, value) => Object.freeze(value));
  });
  onTestFinished(() => parsed.mockRestore());
  expect(pages()).toEqual(expected);
  expect(parsed).toHaveBeenCalled();
});
