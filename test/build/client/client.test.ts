import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { type Clock, client } from "../../../build/client/client.ts";
import { isProblem, ProblemError, UnexpectedAnswerError } from "../../../build/client/errors.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { startServer } from "../../helpers/server.ts";

const SITE = inject("realSite");

/** Time that passes only where somebody waits for it. */
function handClock(): Clock & { waits: number[] } {
  let now = Date.parse("2026-11-21T12:00:00Z");
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    sleep: (milliseconds, signal) => {
      signal.throwIfAborted();
      waits.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  };
}

/** Counts what goes over the wire. */
function countingFetch(): { fetch: (request: Request) => Promise<Response>; statuses: number[] } {
  const statuses: number[] = [];
  const fetchAndCount = async (request: Request) => {
    const response = await fetch(request);
    statuses.push(response.status);
    return response;
  };
  return { fetch: fetchAndCount, statuses };
}

describe("the client, against a real proxy,", () => {
  it("reports a hero's figures by every name, and those of all heroes and of a patch", async () => {
    const { url } = await startProxy(SITE);
    const { fetch, statuses } = countingFetch();
    const api = client({ baseUrl: url, fetch });
    const byId = await api.heroDetails("lucio");
    const file = join(SITE, "details/heroes/lucio.json");
    expect(byId).toEqual(JSON.parse(readFileSync(file, "utf8")));
    expect(await api.heroDetails("루시우")).toEqual(byId);
    expect(statuses).toEqual([200, 200]);
    await expect(api.heroDetails("nobody")).rejects.toThrow(ProblemError);
    expect((await api.allHeroDetails()).data.map(({ id }) => id)).toContain("lucio");
    const [patch] = (await api.patches()).data;
    const { changes } = await api.patchDetails(patch?.id ?? "");
    expect(changes.filter(({ inside }) => inside === undefined)).toHaveLength(
      patch?.changes.length ?? -1,
    );
  });

  it("reports a hero's figures by every name where files are stored under the id alone", async () => {
    const { url } = await startProxy(SITE);
    const asked: string[] = [];
    const files = (request: Request) => {
      const path = decodeURI(new URL(request.url).pathname);
      asked.push(path);
      const isFile = !path.startsWith("/details/") || path === "/details/heroes/lucio.json";
      return isFile ? fetch(request) : Promise.resolve(new Response("", { status: 404 }));
    };
    const api = client({ baseUrl: url, fetch: files });
    expect((await api.heroDetails("루시우")).id).toBe("lucio");
    expect(asked).toEqual([
      "/details/heroes/루시우.json",
      "/v1/overwatch/heroes/루시우",
      "/details/heroes/lucio.json",
    ]);
  });

  it("answers every operation", async () => {
    const { url } = await startProxy(SITE);
    const api = client({ baseUrl: url });
    const abilities = await api.abilities("루시우");
    expect({
      hero: (await api.hero("Soldier: 76")).id,
      heroes: (await api.heroes()).data[0]?.id,
      ultimate: abilities.data[2]?.id,
      map: (await api.map("King's Row (Winter)")).id,
      maps: (await api.maps()).data.map(({ id }) => id),
      modes: (await api.modes()).data[0]?.id,
      roles: (await api.roles()).data[0]?.id,
      patches: (
        await api.patches({ since: "2026-09-01", until: "2026-10-06", kind: "season" })
      ).data.map(({ id }) => id),
      patch: (await api.patch("2026-10-06")).kind,
      changes: (await api.changes("2026-10-06")).meta.count > 0,
      games: (await api.games()).data[0]?.id,
      vocabulary: (await api.vocabulary()).heroes["лусио"],
      korean: (await api.vocabulary("ko")).heroes["루시우"],
      health: (await api.health()).status,
      description: (await api.description())["openapi"],
    }).toEqual({
      hero: "soldier-76",
      heroes: "ana",
      ultimate: "sound-barrier",
      map: "kings-row",
      maps: expect.arrayContaining(["kings-row"]),
      modes: "control",
      roles: "tank",
      patches: ["2026-10-06"],
      patch: "season",
      changes: true,
      games: "overwatch",
      vocabulary: "lucio",
      korean: "lucio",
      health: "ok",
      description: "3.1.0",
    });
  });

  it("throws the problem that the service reports", async () => {
    const { url } = await startProxy(SITE);
    const api = client({ baseUrl: url });
    const error = await api.hero("Lucioo").catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ProblemError);
    expect(isProblem(error, "not-found")).toBe(true);
    expect(isProblem(error, "forbidden")).toBe(false);
    expect(isProblem(error) && error.problem).toMatchObject({
      status: 404,
      title: "Not Found",
      detail: expect.stringContaining("Did you mean `lucio`?"),
      instance: "/v1/overwatch/heroes/Lucioo",
    });
  });

  it("lets all its requests wait together", async () => {
    const clock = handClock();
    const { url } = await startProxy(SITE, { ANONYMOUS_LIMIT: "2" }, clock.now);
    const { fetch, statuses } = countingFetch();
    const api = client({ baseUrl: url, clock, fetch });
    await api.hero("ana");
    await api.hero("ana");
    await Promise.all([api.hero("mercy"), api.hero("lucio")]);
    expect(statuses.filter((status) => status === 200 || status === 304)).toHaveLength(4);
    expect(clock.waits.reduce((sum, wait) => sum + wait, 0)).toBe(60_000);
  });

  it("throws instead of waiting longer than it may, and reports how long that is", async () => {
    const clock = handClock();
    const { url } = await startProxy(
      SITE,
      { ANONYMOUS_LIMIT: "1", RATE_WINDOW_SECONDS: "300" },
      clock.now,
    );
    const api = client({ baseUrl: url, clock });
    await api.hero("ana");
    const error = await api.hero("ana").catch((caught: unknown) => caught);
    expect(isProblem(error, "too-many-requests") && error.retryAfterSeconds).toBe(300);
    expect(clock.waits).toEqual([]);
  });

  it("reports the caller's window", async () => {
    const { url } = await startProxy(SITE, { ANONYMOUS_LIMIT: "10" });
    const api = client({ baseUrl: url });
    expect(api.rateLimit()).toBeUndefined();
    await api.hero("ana");
    expect(api.rateLimit()).toMatchObject({ limit: 10, remaining: 9 });
    await api.hero("ana"); // a 304
    expect(api.rateLimit()).toMatchObject({ limit: 10, remaining: 8 });
  });

  it("asks again with the ETag it was given, and answers the same from what it kept", async () => {
    const { url } = await startProxy(SITE);
    const { fetch, statuses } = countingFetch();
    const api = client({ baseUrl: url, fetch });
    const first = await api.hero("ana");
    first.aliases.push("not in the data");
    const second = await api.hero("ana");
    expect(statuses).toEqual([200, 304]);
    expect(second.aliases).not.toContain("not in the data");
    expect(second.id).toBe("ana");
  });

  it("keeps as many answers as it may, those used last", async () => {
    const { url } = await startProxy(SITE);
    const { fetch, statuses } = countingFetch();
    const api = client({ baseUrl: url, fetch, cachedAnswers: 2 });
    for (const name of ["ana", "mercy", "ana", "lucio", "ana", "mercy"]) await api.hero(name);
    expect(statuses).toEqual([200, 200, 304, 200, 304, 200]);
  });
});

describe("the client, whoever answers,", () => {
  const problem = (status: number) =>
    JSON.stringify({
      type: "https://example.org/problems/x",
      title: "X",
      status,
      detail: "Why.",
      instance: "/",
    });

  it("stops waiting when its signal is aborted", async () => {
    const { url } = await startServer((_request, response) =>
      response.writeHead(429, { "Retry-After": "30" }).end(),
    );
    const abort = new AbortController();
    const reason = new Error("enough");
    const answers = async (request: Request) => {
      const response = await fetch(request);
      setImmediate(() => abort.abort(reason));
      return response;
    };
    await expect(
      client({ baseUrl: url, fetch: answers }).hero("ana", { signal: abort.signal }),
    ).rejects.toBe(reason);
  });

  it.each([
    ["seconds", { "Retry-After": "7" }, 7_000],
    ["a date", { "Retry-After": "Sat, 21 Nov 2026 12:00:09 GMT" }, 9_000],
    ["RateLimit-Reset alone", { "RateLimit-Reset": "5" }, 5_000],
    ["words, and RateLimit-Reset", { "Retry-After": "soon", "RateLimit-Reset": "5" }, 5_000],
    ["nothing, by itself", {}, 1_000],
  ])("waits as %s says", async (_how, headers, milliseconds) => {
    const clock = handClock();
    let asked = 0;
    const { url } = await startServer((_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(429, headers).end(problem(429));
      else response.writeHead(200, { "Content-Type": "application/json" }).end('{"id":"ana"}');
    });
    expect((await client({ baseUrl: url, clock }).hero("ana")).id).toBe("ana");
    expect(clock.waits).toEqual([milliseconds]);
  });

  it("says before each wait how long it is", async () => {
    const clock = handClock();
    const seconds: number[] = [];
    const answers = [503, 429, 200].map((status) => () => {
      const headers = { "Retry-After": status === 503 ? "2" : "7" };
      return status === 200
        ? new Response('{"id":"ana"}', { headers: { "Content-Type": "application/json" } })
        : new Response(problem(status), { status, headers });
    });
    const api = client({
      baseUrl: "https://gamedata.example.org",
      clock,
      fetch: () => Promise.resolve(answers.shift()?.() ?? new Response("", { status: 500 })),
      onWait: (wait) => {
        expect(clock.waits).toHaveLength(seconds.length);
        seconds.push(wait);
      },
    });
    expect((await api.hero("ana")).id).toBe("ana");
    expect(seconds).toEqual([2, 7]);
    expect(clock.waits).toEqual([2_000, 7_000]);
  });

  it("asks about the game of the option, and about overwatch by default", async () => {
    const asked: string[] = [];
    const fetch = ({ url }: Request) => {
      asked.push(new URL(url).pathname);
      return Promise.resolve(
        new Response("{}", { headers: { "Content-Type": "application/json" } }),
      );
    };
    const baseUrl = "https://gamedata.example.org";
    await client({ baseUrl, fetch, game: "other" }).hero("ana");
    await client({ baseUrl, fetch, game: "other" }).patches({ kind: "season" });
    await client({ baseUrl, fetch }).maps();
    expect(asked).toEqual(["/v1/other/heroes/ana", "/v1/other/patches", "/v1/overwatch/maps"]);
  });

  it("says which address cannot be reached, and why", async () => {
    const api = client({ baseUrl: "http://127.0.0.1:1" });
    await expect(api.hero("ana")).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1\/v1\/overwatch\/heroes\/ana cannot be fetched: \S/,
    );
  });

  it("gives up after its tries, with the last problem", async () => {
    const clock = handClock();
    let asked = 0;
    const { url } = await startServer((_request, response) => {
      asked += 1;
      response
        .writeHead(503, { "Content-Type": "application/problem+json", "Retry-After": "2" })
        .end(problem(503));
    });
    const error = await client({ baseUrl: url, clock, tries: 3 })
      .hero("ana")
      .catch((caught: unknown) => caught);
    expect(isProblem(error) && error.message).toBe("503 X: Why.");
    expect(asked).toBe(3);
    expect(clock.waits).toEqual([2_000, 2_000]);
  });

  it.each([
    ["a page", 200, "text/html", "<!doctype html>"],
    ["a gateway's error", 502, "text/html", "<h1>Bad Gateway</h1>"],
    ["JSON that is not a problem", 500, "application/json", '{"error":true}'],
    ["no content type", 404, undefined, ""],
  ])("says that %s is not the API", async (_what, status, contentType, body) => {
    const { url } = await startServer((_request, response) =>
      response
        .writeHead(status, contentType === undefined ? {} : { "Content-Type": contentType })
        .end(body),
    );
    const error = await client({ baseUrl: url })
      .health()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({
      status,
      message:
        `${url}/health answered ${status} with ${contentType ?? "no content type"}; ` +
        "expected " +
        "JSON of the API; is baseUrl right?",
    });
  });

  it("sends one credential, in the header of its kind, and names as they are written", async () => {
    const asked: unknown[] = [];
    const { url } = await startServer(({ url: path, headers }, response) => {
      asked.push([path, headers["x-api-key"], headers.authorization]);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
    await client({ baseUrl: `${url}/below/`, apiKey: "gdr_key" }).hero("Soldier: 76");
    await client({ baseUrl: url, accessToken: "a.b.c" }).map("왕의 길/?#%");
    expect(asked).toEqual([
      ["/below/v1/overwatch/heroes/Soldier%3A%2076", "gdr_key", undefined],
      ["/v1/overwatch/maps/%EC%99%95%EC%9D%98%20%EA%B8%B8%2F%3F%23%25", undefined, "Bearer a.b.c"],
    ]);
  });

  it("refuses what cannot work", () => {
    for (const baseUrl of ["gamedata.example.org", "localhost:8080", "/", "", "https://"]) {
      expect(() => client({ baseUrl })).toThrow(
        `baseUrl is ${JSON.stringify(baseUrl)}; expected an address such as ` +
          "https://gamedata.example.org",
      );
    }
    expect(() => client({ baseUrl: "https://example.org", apiKey: "a", accessToken: "b" })).toThrow(
      "a request carries one credential",
    );
  });
});
