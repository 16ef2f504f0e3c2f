import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";

type Response = { $ref: string };
type Description = {
  paths: Record<string, { get: { security: object[]; responses: Record<string, Response> } }>;
  components: {
    securitySchemes: Record<string, object>;
    responses: Record<string, { headers: object; content: object }>;
    headers: object;
  };
};

const description = (): Description =>
  JSON.parse(readFileSync(join(inject("realSite"), "v1/openapi.json"), "utf8"));

const LIMITS = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

describe("the OpenAPI description", () => {
  it("describes the header of keys and the bearer of both", () => {
    const { apiKeyHeader, bearer } = description().components.securitySchemes;

    expect(apiKeyHeader).toMatchObject({ type: "apiKey", in: "header", name: "x-api-key" });
    expect(bearer).toMatchObject({
      type: "http",
      scheme: "bearer",
      description: expect.stringContaining("gamedata:read"),
    });
  });

  it.each<[number, string[]]>([
    [401, ["WWW-Authenticate"]],
    [403, ["WWW-Authenticate"]],
    [429, ["Retry-After"]],
    [500, []],
  ])(
    "describes %i with its headers where credentials are checked, and nowhere else",
    (status, own) => {
      const { components, paths } = description();
      for (const [path, { get }] of Object.entries(paths)) {
        if (!path.startsWith("/v1/") || path === "/v1/openapi.json") {
          expect([path, get.security]).toEqual([path, []]);
          if (own.length > 0) expect(get.responses).not.toHaveProperty([`${status}`]);
          continue;
        }
        expect([path, get.security]).toEqual([
          path,
          [{}, { apiKeyHeader: ["gamedata:read"] }, { bearer: ["gamedata:read"] }],
        ]);
        const response = components.responses[get.responses[status]?.$ref.split("/").at(-1) ?? ""];
        const headers = Object.keys(response?.headers ?? {});
        expect(headers).toEqual(expect.arrayContaining([...LIMITS, ...own]));
        for (const name of headers) expect(components.headers).toHaveProperty([name]);
        expect(response?.content).toEqual({
          "application/problem+json": expect.objectContaining({
            schema: { $ref: "#/components/schemas/Problem" },
          }),
        });
      }
    },
  );
});
