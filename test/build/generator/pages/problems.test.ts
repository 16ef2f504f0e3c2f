import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { ManifestSchema } from "../../../../build/core/schema/manifest.ts";
import { PROBLEM_TYPES, type ProblemType } from "../../../../build/core/schema/problem-types.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";

const site = inject("realSite");
const read = (file: string) => readFileSync(join(site, file), "utf8");
const filesIn = (folder: string) =>
  readdirSync(join(site, folder), { recursive: true, encoding: "utf8" });

const V1 = "/v1/overwatch";
const DETAILS: Record<string, string> = {
  "/": "Nothing is served at this path. The API begins at /v1; /v1/openapi.json describes it.",
  "/v1": "There is no such game. /v1/games lists the supported ones: overwatch.",
  [V1]: "There is no such resource. The collections are heroes, maps, modes, roles and patches.",
  [`${V1}/heroes`]: `No hero has this id, name or alias. ${V1}/heroes lists them all.`,
  [`${V1}/maps`]: `No map or map variant has this id, name or alias. ${V1}/maps lists them all.`,
  [`${V1}/patches`]: `No patch has this id. ${V1}/patches lists them all.`,
};

describe("the 404 of a folder", () => {
  it.each(Object.entries(DETAILS))("is a problem fit for its place: %s", (instance, detail) => {
    expect(JSON.parse(read(join(instance, "404.json")))).toEqual({
      type: `${BASE_URL}/problems/not-found`,
      title: "Not Found",
      status: 404,
      detail,
      instance,
    });
  });

  it("is in the manifest, and there are no others", () => {
    const { problems } = ManifestSchema.parse(JSON.parse(read("manifest.json")));
    expect(problems.map(({ path }) => path).toSorted()).toEqual(Object.keys(DETAILS).toSorted());
    const found = filesIn(".").filter((file) => /(^|\/)404\.json$/.test(file));
    expect(found.toSorted()).toEqual(problems.map(({ file }) => file).toSorted());
  });
});

describe("the page of a problem type", () => {
  it.each<[ProblemType, string]>([
    ["bad-request", "400 Bad Request"],
    ["unauthorized", "401 Unauthorized"],
    ["forbidden", "403 Forbidden"],
    ["not-found", "404 Not Found"],
    ["method-not-allowed", "405 Method Not Allowed"],
    ["too-many-requests", "429 Too Many Requests"],
    ["internal-server-error", "500 Internal Server Error"],
  ])("explains it: %s", (type, title) => {
    const page = read(`problems/${type}.html`);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page.replaceAll("&#39;", "'")).toContain(`<p>${PROBLEM_TYPES[type].meaning}</p>`);
  });

  it("exists for each type, and for no other", () => {
    const pages = filesIn("problems").filter((file) => file.endsWith(".html"));
    const types = Object.keys(PROBLEM_TYPES).map((type) => `${type}.html`);
    expect(pages.toSorted()).toEqual(types.toSorted());
  });
});

it("keeps pages for people apart from the API", () => {
  // Hosts that know no other error page look for 404.html, which holds the folder's problem.
  const pages = filesIn("v1").filter((file) => /\.html$/.test(file) && !/404\.html$/.test(file));
  expect(pages).toEqual([]);
});
