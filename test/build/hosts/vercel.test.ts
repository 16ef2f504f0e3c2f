import { describe, expect, it } from "vitest";
import { type VercelRoute, vercelJson } from "../../../build/hosts/vercel.ts";
import { encodePath } from "../../proxy/wire.ts";
import { expectedSafety, readRealSite, realFiles, realManifest, realPaths } from "./site.ts";

const files = realFiles();
const { routes }: { routes: VercelRoute[] } = JSON.parse(vercelJson(realManifest()));
const error = routes.findIndex((route) => "handle" in route);

type Answer = { status: number; file: string | undefined; headers: Record<string, string> };

/**
 * Vercel as it documents its routes: tried in order, a match ends the search unless it continues;
 * headers add up, the later ones win. What has no file goes
 * on to the routes after `error` (https://vercel.com/docs/project-configuration#routes,
 * https://vercel.com/docs/build-output-api/configuration#routes).
 */
function vercel(path: string, method = "GET", accept = "*/*"): Answer {
  const first = follow(routes.slice(0, error), path, method, accept);
  const file = decodeURIComponent(first.path).slice(1);
  if (first.status !== undefined && first.status !== 404)
    return { status: first.status, file: undefined, headers: first.headers };
  if (first.status === undefined && files.has(file))
    return { status: 200, file, headers: first.headers };
  const last = follow(routes.slice(error + 1), path, method, accept);
  return {
    status: last.status ?? 404,
    file: decodeURIComponent(last.path).slice(1),
    headers: { ...first.headers, ...last.headers },
  };
}

function follow(list: VercelRoute[], asked: string, method: string, accept: string) {
  const headers: Record<string, string> = {};
  for (const route of list) {
    if ("handle" in route || (route.methods && !route.methods.includes(method))) continue;
    const hasAll = (route.has ?? []).every(({ value }) => new RegExp(`^${value}$`).test(accept));
    if (!hasAll) continue;
    const match = new RegExp(route.src).exec(asked);
    if (match === null) continue;
    const filled = (text: string) =>
      text.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? "");
    for (const [name, value] of Object.entries(route.headers ?? {})) headers[name] = filled(value);
    if (route.continue) continue;
    const path = route.dest === undefined ? asked : filled(route.dest);
    return { path, status: route.status, headers };
  }
  return { path: asked, status: undefined, headers };
}

describe("the routes, as Vercel documents its matching", () => {
  it("lead every path of the site to its file, with its type", () => {
    const wrong = realPaths().filter(({ path, file, type }) => {
      const answer = vercel(encodePath(path));
      return (
        answer.status !== 200 || answer.file !== file || answer.headers["Content-Type"] !== type
      );
    });
    expect(wrong).toEqual([]);
  });

  it("show a person a page where there is nothing, and everybody a problem in the API", () => {
    const person = "text/html,application/xhtml+xml,*/*;q=0.8";
    const { status, file, headers } = vercel("/heroes/anaa", "GET", person);
    expect([status, file]).toEqual([404, "not-found.html"]);
    expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
    expect(headers["Cache-Control"]).toBe("no-store");
    expect(vercel("/heroes/anaa").file).toBe("404.json");
    expect(vercel("/v1/overwatch/heroes/anaa", "GET", person).file).toBe(
      "v1/overwatch/heroes/404.json",
    );
  });

  it("lead people from an address with a slash at its end to its page, but not in the API", () => {
    const { status, headers } = vercel("/heroes/ana/");
    expect([status, headers["Location"]]).toEqual([301, "/heroes/ana"]);
    expect(vercel("/v1/overwatch/heroes/ana/").status).toBe(404);
  });

  it("tell a browser what it may do with each path", () => {
    for (const { path, type } of realPaths()) {
      const { headers } = vercel(encodePath(path));
      const { policy, referrer } = expectedSafety(type);
      expect(headers["Content-Security-Policy"], path).toBe(policy);
      expect(headers["Referrer-Policy"], path).toBe(referrer);
    }
  });

  it("let caches keep everything but the health and errors", () => {
    const kept = "public, max-age=300, stale-while-revalidate=86400";
    expect(vercel("/v1/overwatch/heroes/ana").headers).toMatchObject({ "Cache-Control": kept });
    expect(vercel("/health").headers).toMatchObject({ "Cache-Control": "no-store" });
    expect(vercel("/v1/overwatch/heroes/nobody").headers).toMatchObject({
      "Cache-Control": "no-store",
    });
  });

  it.each([
    ["/v1/overwatch/heroes/nobody", "v1/overwatch/heroes/404.json"],
    ["/v1/overwatch/heroes/nobody/abilities", "v1/overwatch/heroes/404.json"],
    ["/v1/overwatch/heroes/ana.json", "v1/overwatch/heroes/404.json"],
    ["/v1/overwatch/heroes/404", "v1/overwatch/heroes/404.json"],
    ["/v1/overwatch/heroes/ana/", "v1/overwatch/heroes/404.json"],
    ["/v1/overwatch/heroes.json", "v1/overwatch/404.json"],
    ["/v1/overwatch/maps/nowhere", "v1/overwatch/maps/404.json"],
    ["/v1/openapi", "v1/404.json"],
    ["/v1/chess", "v1/404.json"],
    ["/404", "404.json"],
    ["/index.html", "404.json"],
    ["/hosts/Caddyfile", "404.json"],
    ["/manifest.json.br", "404.json"],
  ])("answer %s with the problem %s", (path, file) => {
    const answer = vercel(path);
    expect(answer).toMatchObject({ status: 404, file });
    expect(answer.headers["Content-Type"]).toBe("application/problem+json");
    expect(JSON.parse(readRealSite(file).toString()).status).toBe(404);
  });

  it("answer a browser's preflight", () => {
    const { status, headers } = vercel("/v1/games", "OPTIONS");
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      Allow: "GET, HEAD, OPTIONS",
      "Access-Control-Allow-Origin": "*",
    });
  });
});
