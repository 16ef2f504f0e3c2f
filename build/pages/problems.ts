import type { Reference } from "../data/reference.ts";
import { ProblemSchema } from "../schema/answers.ts";
import { PROBLEM_TYPES, problemTypeUrl } from "../schema/problem-types.ts";
import type { Site } from "../site/site.ts";
import { toJson } from "./json.ts";

/** Adds the 404 problem of every directory in which a path can be looked up, with a detail fit for the place. */
export function addProblems(site: Site, { game }: Reference, baseUrl: string): void {
  const root = `/v1/${game.id}`;
  const details = {
    "/": "Nothing is served at this path. The API begins at /v1; /v1/openapi.json describes it.",
    "/v1": `There is no such game. /v1/games lists the supported ones: ${game.id}.`,
    [root]:
      "There is no such resource. The collections are heroes, maps, modes, roles and patches.",
    [`${root}/heroes`]: `No hero has this id, name or alias. ${root}/heroes lists them all.`,
    [`${root}/maps`]: `No map or map variant has this id, name or alias. ${root}/maps lists them all.`,
    [`${root}/patches`]: `No patch has this id. ${root}/patches lists them all.`,
  };
  for (const [path, detail] of Object.entries(details)) {
    site.addProblem(path, detail, notFoundFile(path, detail, baseUrl));
  }
}

/** The 404 problem of a directory as its file holds it. */
export function notFoundFile(path: string, detail: string, baseUrl: string): string {
  const { status, title } = PROBLEM_TYPES["not-found"];
  const type = problemTypeUrl(baseUrl, "not-found");
  return toJson(ProblemSchema, { type, title, status, detail, instance: path });
}
