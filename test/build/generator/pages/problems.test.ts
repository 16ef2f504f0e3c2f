import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { PROBLEM_TYPES } from "../../../../build/core/schema/problems.ts";
import { realManifest } from "../../../helpers/built-site.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";

const site = inject("realSite");
const read = (file: string) => readFileSync(join(site, file), "utf8");
const filesIn = (folder: string) =>
  readdirSync(join(site, folder), { recursive: true, encoding: "utf8" });

it("the 404 of each folder is a problem in the manifest, and there are no others", () => {
  const { problems } = realManifest();
  const found = filesIn(".").filter((file) => /(^|\/)404\.json$/.test(file));
  expect(found.toSorted()).toEqual(problems.map(({ file }) => file).toSorted());
  for (const { path, detail, file } of problems)
    expect(JSON.parse(read(file))).toEqual({
      type: `${BASE_URL}/problems/not-found`,
      title: "Not Found",
      status: 404,
      detail,
      instance: path,
    });
});

it.each(Object.entries(PROBLEM_TYPES))(
  "the page of a problem type explains %s",
  (type, { status, title, meaning }) => {
    const page = read(`problems/${type}.html`);
    expect(page).toContain(`<h1>${status} ${title}</h1>`);
    expect(page.replaceAll("&#39;", "'")).toContain(`<p>${meaning}</p>`);
  },
);

it("keeps pages for people apart from the API", () => {
  // Hosts that know no other error page look for 404.html, which holds the folder's problem.
  const pages = filesIn("v1").filter((file) => /\.html$/.test(file) && !/404\.html$/.test(file));
  expect(pages).toEqual([]);
});
