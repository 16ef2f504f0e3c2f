import { describe, expect, it } from "vitest";
import { parseRequestTarget } from "../../../proxy/gate/request.ts";

describe("a request target", () => {
  it.each([
    ["/", [""]],
    ["/health", ["health"]],
    ["/v1/games", ["v1", "games"]],
    ["/v1/overwatch/heroes/L%C3%BAcio", ["v1", "overwatch", "heroes", "Lúcio"]],
    ["/v1/l%c3%bacio/King's%20Row%20(Winter)", ["v1", "lúcio", "King's Row (Winter)"]],
    ["/v1/overwatch/heroes/Soldier:%2076", ["v1", "overwatch", "heroes", "Soldier: 76"]],
    ["/v1/a+b", ["v1", "a+b"]],
    ["/v1/100%25", ["v1", "100%"]],
    ["/v1/%252e", ["v1", "%2e"]],
    ["/v1/games/", ["v1", "games", ""]],
    ["//v1/games", ["", "v1", "games"]],
    ["/v1//games", ["v1", "", "games"]],
    ["/v1/../health", ["v1", "..", "health"]],
    ["/v1/%2e%2e/health", ["v1", "..", "health"]],
  ])("%s is decoded segment by segment, and nothing in it is resolved", (target, segments) => {
    expect(parseRequestTarget(target).segments).toEqual(segments);
  });

  it.each([
    "/v1/%",
    "/v1/%4",
    "/v1/%ZZ",
    "/v1/%c0%af",
    "/v1/%ed%a0%80",
    "/v1/%ff",
    "/v1/a%2fb",
    "/v1/a%2Fb",
    "*",
    "example.org:443",
  ])("%s can name nothing", (target) => {
    expect(parseRequestTarget(target).segments).toBeUndefined();
  });

  it.each([
    ["/v1/games?since=1", "/v1/games", "since=1"],
    ["/v1/games?", "/v1/games", ""],
    ["/v1/games?a=/b?c", "/v1/games", "a=/b?c"],
    ["/v1/games", "/v1/games", ""],
    ["/v1/L%C3%BAcio?x=%ZZ", "/v1/L%C3%BAcio", "x=%ZZ"],
    ["http://example.org", "/", ""],
    ["http://example.org?x=1", "/", "x=1"],
  ])("%s keeps its path as received and apart from its query", (target, path, query) => {
    expect(parseRequestTarget(target)).toMatchObject({ path, query });
  });

  it.each([
    "http://example.org/v1/games?kind=season",
    "HTTPS://example.org:8443/v1/games?kind=season",
  ])("%s, the absolute form, is read like the path in it", (target) => {
    expect(parseRequestTarget(target)).toEqual(parseRequestTarget("/v1/games?kind=season"));
  });

  it.each([
    ["/v1", true],
    ["/v1/", true],
    ["/v1/games", true],
    ["/%76%31/games", true],
    ["/%761/games", true],
    ["/v1/%ZZ", true],
    ["http://example.org/v1/games", true],
    ["/", false],
    ["/V1/games", false],
    ["/v1x", false],
    ["/health", false],
    ["//v1/games", false],
    ["/problems/not-found", false],
    ["/?/v1", false],
  ])("%s is under /v1: %s", (target, isApi) => {
    expect(parseRequestTarget(target).isApi).toBe(isApi);
  });
});
