import { describe, expect, it } from "vitest";
import { realProxy } from "../helpers/built-site.ts";
import { getRaw } from "../helpers/proxy.ts";
import { HEROES } from "./wire.ts";

/** What a browser says where a person opens a page. */
const PERSON = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
};

const start = () => realProxy({}, () => 0);

describe("an address outside the API", () => {
  it.each([
    ["/Heroes/ANA", "/heroes/ana"],
    ["/heroes/ana/", "/heroes/ana"],
    ["/heroes/McCree", "/heroes/cassidy"],
    ["/maps/kings-row-winter/", "/maps/kings-row"],
    ["/index.html", "/"],
    ["//heroes//ana", "/heroes/ana"],
    ["/Compare/Heroes/?h=ana,mercy", "/compare/heroes?h=ana,mercy"],
  ])("leads a person from %s to %s", async (path, page) => {
    const { port } = await start();
    const { status, headers } = await getRaw(port, path, PERSON);
    expect([status, headers.get("location")]).toEqual([301, page]);
    expect((await getRaw(port, page, PERSON)).status).toBe(200);
  });

  it.each(["/heroes/anaa", "/no/such/page", "/heroes/%zz", "//evil.example/", "/not/../found"])(
    "shows a person a page that helps where there is nothing: %s",
    async (path) => {
      const { port } = await start();
      const { status, headers, body } = await getRaw(port, path, PERSON);
      expect(status).toBe(404);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toContain("script-src 'self'");
      expect(body.toString()).toContain("There is no page here");
      expect(body.toString()).toContain('src="/explorer/site.js"'); // from any depth
    },
  );

  it.each([{}, { Accept: "*/*" }, { Accept: "application/json, text/html" }])(
    "is a problem for programs: %j",
    async (accept) => {
      const { port } = await start();
      for (const path of ["/heroes/anaa", "/Heroes/ANA", "/heroes/ana/"]) {
        const { status, headers } = await getRaw(port, path, accept);
        expect([status, headers.get("content-type")]).toEqual([404, "application/problem+json"]);
      }
    },
  );
});

it("an address of the API is a problem for everybody, whatever is asked for", async () => {
  const { port } = await start();
  const { status, headers } = await getRaw(port, `${HEROES}/anaa`, PERSON);
  expect([status, headers.get("content-type")]).toEqual([404, "application/problem+json"]);
});
