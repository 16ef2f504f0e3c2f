import { ProblemSchema } from "../../core/schema/answer-shapes.ts";
import { COLLECTION_NAMES, collectionOf } from "../../core/schema/collections.ts";
import { problemOf } from "../../core/schema/problems.ts";
import type { Site } from "../../core/site/site.ts";
import type { Reference } from "./contract.ts";
import { toJson } from "./json.ts";

/**
 * Adds the 404 problem of every directory in which a path can be looked up, with a detail fit for
 * the place.
 */
export function addProblems(site: Site, { game }: Reference, baseUrl: string): void {
  for (const [path, detail] of Object.entries(notFoundDetails(game.id)))
    site.addProblem(path, detail, () => notFoundFile(path, detail, baseUrl));
}

/** The 404 problem of a directory as its file holds it. */
export function notFoundFile(path: string, detail: string, baseUrl: string): string {
  return toJson(ProblemSchema, problemOf("not-found", detail, path, baseUrl)).text;
}

/**
 * The `detail` of a 404, by directory. It answers every path below the directory that leads to
 * nothing.
 */
export function notFoundDetails(game: string): Record<string, string> {
  const root = `/v1/${game}`;
  const collections = [...COLLECTION_NAMES, "patches"].join(", ").replace(/, (\w+)$/, " and $1");
  const lists = (collection: string) => `${root}/${collection} lists them all.`;
  const named = COLLECTION_NAMES.flatMap((name) => {
    const { lookedUp } = collectionOf(name);
    if (lookedUp === undefined) return [];
    const detail = `No ${lookedUp} has this id, name or alias. ${lists(name)}`;
    return [[`${root}/${name}`, detail] as const];
  });
  return {
    "/": "Nothing is served at this path. The API begins at /v1; /v1/openapi.json describes it.",
    "/v1": `There is no such game. /v1/games lists the supported ones: ${game}.`,
    [root]: `There is no such resource. The collections are ${collections}.`,
    ...Object.fromEntries(named),
    [`${root}/patches`]: `No patch has this id. ${lists("patches")}`,
  };
}
