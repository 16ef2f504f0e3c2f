import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { GUIDES } from "../../../../build/generator/pages/guides.tsx";
import { realManifest } from "../../../helpers/built-site.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";

const site = inject("realSite");
const { documents, pages } = realManifest();

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

it("llms.txt calls each guide by the title of its page", () => {
  const text = readFileSync(join(site, "llms.txt"), "utf8");
  const guides = [...text.matchAll(/^- \[(.+)\]\(\S+(\/guides\/\S+\.md)\)$/gm)];
  expect(guides).toHaveLength(GUIDES.length);
  for (const [, title, path = ""] of guides)
    expect(`# ${title}`, path).toBe(readFileSync(join(site, path), "utf8").split("\n")[0]);
});

it("compression makes as much of the answers as the guide to caching says", () => {
  const share = (file: string) =>
    ["br", "gz"].map(
      (coding) => statSync(join(site, `${file}.${coding}`)).size / statSync(join(site, file)).size,
    );
  for (const part of share("v1/overwatch/heroes.json")) expect(part).toBeCloseTo(1 / 5, 1);
  for (const part of share("v1/overwatch/heroes/lucio.json")) expect(part).toBeLessThan(1 / 2);
});
