import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { ManifestSchema } from "../../../build/schema/manifest.ts";
import { BASE_URL } from "../../helpers/real-site.ts";

const site = inject("realSite");
const { documents, pages } = ManifestSchema.parse(
  JSON.parse(readFileSync(join(site, "manifest.json"), "utf8")),
);

it("llms.txt leads to places that are there, and to every guide and hero as Markdown", () => {
  const text = readFileSync(join(site, "llms.txt"), "utf8");
  const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, address = ""]) =>
    address.replace(BASE_URL, ""),
  );
  const paths = new Set([...documents, ...pages].map(({ path }) => path));
  expect(links.filter((path) => !paths.has(path))).toEqual([]);
  const markdown = pages.filter(({ path }) => /^\/(guides|heroes)\/.+\.md$/.test(path));
  const listed = new Set(links);
  expect(markdown.length).toBeGreaterThan(70);
  expect(markdown.filter(({ path }) => !listed.has(path))).toEqual([]);
  expect(markdown.every(({ file }) => existsSync(join(site, file)))).toBe(true);
});
