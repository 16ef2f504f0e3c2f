import { ProblemSchema } from "../../core/schema/answer-shapes.ts";
import { notFoundDetails } from "../../core/schema/not-found-details.ts";
import { problemOf } from "../../core/schema/problem-details.ts";
import type { Site } from "../../core/site/site.ts";
import type { Reference } from "./contract.ts";
import { toJson } from "./json.ts";

/**
 * Adds the 404 problem of every directory in which a path can be looked up, with a detail fit for
 * the place.
 */
export function addProblems(site: Site, { game }: Reference, baseUrl: string): void {
  for (const [path, detail] of Object.entries(notFoundDetails(game.id)))
    site.addProblem(path, detail, notFoundFile(path, detail, baseUrl));
}

/** The 404 problem of a directory as its file holds it. */
export function notFoundFile(path: string, detail: string, baseUrl: string): string {
  return toJson(ProblemSchema, problemOf("not-found", detail, path, baseUrl));
}
