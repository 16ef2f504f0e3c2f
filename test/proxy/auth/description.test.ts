import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import * as z from "zod";

const ResponseSchema = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.object({ $ref: z.string() })),
  content: z.record(z.string(), z.looseObject({ schema: z.unknown() })),
});

const OperationSchema = z.object({
  get: z.object({
    security: z.array(z.record(z.string(), z.array(z.string()))),
    responses: z.record(z.string(), z.looseObject({ $ref: z.string().optional() })),
  }),
});

const DescriptionSchema = z.object({
  paths: z.record(z.string(), OperationSchema),
  components: z.object({
    securitySchemes: z.record(
      z.string(),
      z.looseObject({ type: z.string(), description: z.string() }),
    ),
    responses: z.record(z.string(), ResponseSchema),
    headers: z.record(z.string(), z.object({ description: z.string(), schema: z.unknown() })),
  }),
});

const description = () =>
  DescriptionSchema.parse(
    JSON.parse(readFileSync(join(inject("realSite"), "v1/openapi.json"), "utf8")),
  );

const isOpen = (path: string) => !path.startsWith("/v1/") || path === "/v1/openapi.json";

/** The answer that an operation gives under a status. */
function responseOf(path: string, status: number) {
  const { paths, components } = description();
  const name = paths[path]?.get.responses[status]?.$ref?.replace("#/components/responses/", "");
  const response = components.responses[name ?? ""];
  if (response === undefined) throw new Error(`${path} has no ${status}`);
  return response;
}

describe("the OpenAPI description", () => {
  it("describes the header of keys and the bearer of both", () => {
    const { apiKeyHeader, bearer } = description().components.securitySchemes;

    expect(apiKeyHeader).toMatchObject({ type: "apiKey", in: "header", name: "x-api-key" });
    expect(bearer).toMatchObject({ type: "http", scheme: "bearer" });
    expect(bearer?.description).toContain("gamedata:read");
  });

  it("lets every operation do without a credential, and asks for the scope of any", () => {
    for (const [path, { get }] of Object.entries(description().paths).filter(
      ([path]) => !isOpen(path),
    )) {
      expect([path, get.security]).toEqual([
        path,
        [{}, { apiKeyHeader: ["gamedata:read"] }, { bearer: ["gamedata:read"] }],
      ]);
    }
  });

  it("says that /health and itself look at no credential", () => {
    const { paths } = description();

    expect(paths["/health"]?.get.security).toEqual([]);
    expect(paths["/v1/openapi.json"]?.get.security).toEqual([]);
  });

  const refusals: [number, string[]][] = [
    [401, ["WWW-Authenticate"]],
    [403, ["WWW-Authenticate"]],
    [429, ["Retry-After"]],
    [500, []],
  ];

  it.each(refusals)(
    "describes %i with its headers, for every operation that looks at credentials",
    (status, own) => {
      const { paths, components } = description();
      const limits = [
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
        "RateLimit-Policy",
        "RateLimit",
      ];
      for (const path of Object.keys(paths).filter((path) => !isOpen(path))) {
        const { headers, content } = responseOf(path, status);

        expect(Object.keys(headers)).toEqual(expect.arrayContaining([...limits, ...own]));
        for (const name of Object.keys(headers)) expect(components.headers).toHaveProperty([name]);
        expect(content).toEqual({
          "application/problem+json": expect.objectContaining({
            schema: { $ref: "#/components/schemas/Problem" },
          }),
        });
      }
    },
  );

  it("names no refusal where no credential is looked at", () => {
    const { paths } = description();

    for (const path of ["/health", "/v1/openapi.json"]) {
      expect(Object.keys(paths[path]?.get.responses ?? {})).not.toEqual(
        expect.arrayContaining(["401"]),
      );
      expect(Object.keys(paths[path]?.get.responses ?? {})).not.toEqual(
        expect.arrayContaining(["429"]),
      );
    }
  });
});
