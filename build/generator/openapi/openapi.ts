/*
 * The OpenAPI description: operations and schemas of `core/schema`, with examples from the site.
 */
import { READ_SCOPE } from "../../core/keys/api-key.ts";
import {
  OPERATION_ENTRIES,
  OPERATIONS,
  type Operation,
  pathParameters,
  problemsOf,
  TAGS,
} from "../../core/schema/operations.ts";
import { PROBLEM_TYPES } from "../../core/schema/problems.ts";
import { formatJson } from "../../core/site/parse-json.ts";
import type { Site } from "../../core/site/site.ts";
import type { Reference } from "../documents/contract.ts";
import { componentRef, componentSchemas, parameters } from "./components.ts";
import { type ExampleValues, exampleAnswer, exampleValues } from "./examples.ts";
import { EVERY_ANSWER_HEADERS, HEADERS, headerRefs, problemResponses } from "./responses.ts";

const INFO_TITLE = "Game Data Reference";
const API_VERSION = "1.0.0";
const OPENAPI_VERSION = "3.1.0";

/** The parameters whose values resolve in other spellings than the canonical one. */
const SPELLED = new Set(["hero", "map", "patch"]);

type About = { site: Site; values: ExampleValues; baseUrl: string; reference: Reference };

/**
 * Adds `/v1/openapi.json`. It is made from the schemas that the documents are checked against, with
 * examples from the site.
 */
export function addOpenApi(site: Site, reference: Reference, baseUrl: string): void {
  site.addDocument(OPERATIONS.getDescription.path, () => {
    const values = exampleValues(reference);
    const value = describeService({ site, values, baseUrl, reference });
    return { value, text: formatJson(value) };
  });
}

function describeService(about: About): object {
  const { values, baseUrl } = about;
  return {
    openapi: OPENAPI_VERSION,
    info: infoOf(baseUrl),
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      OPERATION_ENTRIES.map(([id, operation]) => [
        operation.path,
        { get: describeOperation(id, operation, about) },
      ]),
    ),
    components: {
      schemas: componentSchemas(about.reference),
      parameters: parameters(values),
      headers: HEADERS,
      responses: problemResponses(values, baseUrl),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function infoOf(baseUrl: string): object {
  return {
    title: INFO_TITLE,
    version: API_VERSION,
    summary: "Reference facts about Overwatch that software can read.",
    description:
      "A read-only API. The data describes the game " +
      "as of the newest recorded patch. Collections contain its id in meta.patch. Overwatch and " +
      "the names in it belong to Blizzard Entertainment, which has no part in this service.",
    contact: { name: "Guides for clients", url: `${baseUrl}/guides` },
    license: { name: "CC0-1.0 (data)", identifier: "CC0-1.0" },
  };
}

function describeOperation(id: string, operation: Operation, about: About): object {
  const { path, summary, description, tag, query = [], access } = operation;
  const names = [...pathParameters(path), ...query];
  return {
    ...(tag === "Extras" ? { "x-extra": true } : {}),
    operationId: id,
    summary,
    description,
    tags: [tag],
    ...(names.length === 0
      ? {}
      : { parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })) }),
    security: access === "public" ? [] : SECURITY,
    responses: {
      200: {
        description: "OK",
        headers: documentHeaders(operation),
        content: { [operation.type ?? "application/json"]: describeAnswer(operation, about) },
      },
      304: {
        description: "Not Modified: If-None-Match names the current ETag.",
        headers: documentHeaders(operation),
      },
      ...Object.fromEntries(
        problemsOf(operation).map((type) => [
          PROBLEM_TYPES[type].status,
          { $ref: `#/components/responses/${type}` },
        ]),
      ),
    },
  };
}

function describeAnswer({ path, answer, type }: Operation, about: About): object {
  if (type !== undefined) return { schema: { type: type.endsWith("json") ? "object" : "string" } };
  if (answer === undefined)
    return { schema: { type: "object" }, examples: { real: DESCRIPTION_EXAMPLE } };
  return { schema: componentRef(answer), ...exampleAnswer(about.site, path, about) };
}

/** A description cannot hold itself. */
const DESCRIPTION_EXAMPLE = {
  summary: `${OPERATIONS.getDescription.path}, shortened`,
  description: "The beginning of the document.",
  value: { openapi: OPENAPI_VERSION, info: { title: INFO_TITLE, version: API_VERSION } },
};

function documentHeaders({ path, access, isSpelled = access === "limited" }: Operation): object {
  const hasNames = isSpelled && pathParameters(path).some((name) => SPELLED.has(name));
  const location = hasNames ? (["Content-Location"] as const) : [];
  return headerRefs(...EVERY_ANSWER_HEADERS, "ETag", "Cache-Control", ...location, "Vary", "Link");
}

const SECURITY = [{}, { apiKeyHeader: [READ_SCOPE] }, { bearer: [READ_SCOPE] }];

const SECURITY_SCHEMES = {
  apiKeyHeader: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "A personal API key. It may be sent as a Bearer token instead.",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "An access token (JWT) of the authorization server, or a personal API key; " +
      `it must carry the scope ${READ_SCOPE}.`,
  },
};
