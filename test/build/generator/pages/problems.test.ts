import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { ProblemSchema } from "../../../../build/core/schema/answer-shapes.ts";
import { ManifestSchema } from "../../../../build/core/schema/manifest.ts";
import { PROBLEM_TYPES, problemTypeUrl } from "../../../../build/core/schema/problem-types.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";

const site = inject("realSite");
const read = (file: string) => readFileSync(join(site, file), "utf8");

const PLACES: [file: string, instance: string, detail: string][] = [
  [
    "404.json",
    "/",
    "Nothing is served at this path. The API begins at /v1; /v1/openapi.json describes it.",
  ],
  ["v1/404.json", "/v1", "There is no such game. /v1/games lists the supported ones: overwatch."],
  [
    "v1/overwatch/404.json",
    "/v1/overwatch",
    "There is no such resource. The collections are heroes, maps, modes, roles and patches.",
  ],
  [
    "v1/overwatch/heroes/404.json",
    "/v1/overwatch/heroes",
    "No hero has this id, name or alias. /v1/overwatch/heroes lists them all.",
  ],
  [
    "v1/overwatch/maps/404.json",
    "/v1/overwatch/maps",
    "No map or map variant has this id, name or alias. /v1/overwatch/maps lists them all.",
  ],
  [
    "v1/overwatch/patches/404.json",
    "/v1/overwatch/patches",
    "No patch has this id. /v1/overwatch/patches lists them all.",
  ],
];

describe("the 404 of a folder", () => {
  it.each(PLACES)("is a problem fit for its place: %s", (file, instance, detail) => {
    expect(ProblemSchema.parse(JSON.parse(read(file)))).toEqual({
      type: `${BASE_URL}/problems/not-found`,
      title: "Not Found",
      status: 404,
      detail,
      instance,
    });
  });

  it.each(PLACES)("is in the manifest: %s", (file, instance) => {
    const { problems } = ManifestSchema.parse(JSON.parse(read("manifest.json")));
    expect(problems).toContainEqual(expect.objectContaining({ path: instance, file }));
    expect(problems.length).toBe(PLACES.length);
  });

  it("is in no folder but those", () => {
    const files = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((file) =>
      /(^|\/)404\.json$/.test(file),
    );
    expect(files.toSorted()).toEqual(PLACES.map(([file]) => file).toSorted());
  });
});

describe("the page of a problem type", () => {
  it.each([
    ["bad-request", 400, "Bad Request"],
    ["unauthorized", 401, "Unauthorized"],
    ["forbidden", 403, "Forbidden"],
    ["not-found", 404, "Not Found"],
    ["method-not-allowed", 405, "Method Not Allowed"],
    ["too-many-requests", 429, "Too Many Requests"],
    ["internal-server-error", 500, "Internal Server Error"],
  ] as const)("explains it: %s", (type, status, title) => {
    expect(problemTypeUrl(BASE_URL, type)).toBe(`${BASE_URL}/problems/${type}`);
    expect(PROBLEM_TYPES[type]).toMatchObject({ status, title });
    const page = read(`problems/${type}.html`);
    expect(page).toContain(`<h1>${status} ${title}</h1>`);
    expect(page.replaceAll("&#39;", "'")).toContain(`<p>${PROBLEM_TYPES[type].meaning}</p>`);
  });

  it("exists for each type, and for no other", () => {
    const pages = readdirSync(join(site, "problems")).filter((file) => file.endsWith(".html"));
    expect(pages.toSorted()).toEqual(
      Object.keys(PROBLEM_TYPES)
        .map((type) => `${type}.html`)
        .toSorted(),
    );
  });
});

it("keeps pages for people apart from the API", () => {
  expect(existsSync(join(site, "index.html"))).toBe(true);
  const inApi = readdirSync(join(site, "v1"), { recursive: true, encoding: "utf8" });
  // Hosts that know no other error page look for 404.html; what it holds is the folder's problem.
  expect(
    inApi.filter((file) => file.includes(".html") && !/(^|\/)404\.html(\.br|\.gz)?$/.test(file)),
  ).toEqual([]);
  expect(read("v1/404.html")).toBe(read("v1/404.json"));
});
