import { describe, expect, inject, it, onTestFinished } from "vitest";
import type {
  CheckName,
  CheckResult,
  DeploymentKind,
} from "../../../../../build/cli/deployment/probe/findings.ts";
import { probeAsText } from "../../../../../build/cli/deployment/probe/probe-as-text.ts";
import {
  type ProbeReport,
  probeDeployment,
} from "../../../../../build/cli/deployment/probe/probe-deployment.ts";
import { startProxy } from "../../../../helpers/proxy.ts";
import { type Passing, startTampering, type Tamper } from "../../../../helpers/tampering.ts";
import { HOST_SERVERS } from "../../../generator/hosts/servers.ts";
import { oldSite, patientClient, UNLIMITED } from "../site.ts";

/** Probes a good proxy through a server with a fault. */
async function probe(tamper: Tamper, expect_?: DeploymentKind, sample = 8): Promise<ProbeReport> {
  const { url } = await startProxy(await oldSite(), UNLIMITED);
  const server = await startTampering(url, tamper);
  return probeDeployment(patientClient(server.url), { sample, expect: expect_ });
}

const named = (checks: CheckResult[], outcome: CheckResult["outcome"]): CheckName[] =>
  checks.filter((line) => line.outcome === outcome).map(({ check }) => check);

/** A fault in what is answered to some requests. */
function fault(
  change: (answer: Passing, path: string, method: string, header: (name: string) => string) => void,
): Tamper {
  return (answer, { url = "", method = "", headers }) => {
    if (url !== "/manifest.json")
      change(answer, url, method, (name) => String(headers[name] ?? ""));
    return undefined;
  };
}

/** Answers that lack a header. */
const without = (header: string): Tamper => fault((answer) => void delete answer.headers[header]);

/** The answer of a server that has nothing there. */
function gone(answer: Passing): void {
  answer.status = 404;
  answer.body = Buffer.from("{}");
}

/** A server without some paths. */
const goneWhere = (isLost: (path: string) => boolean): Tamper =>
  fault((answer, path) => {
    if (isLost(path)) gone(answer);
  });

/** Another status for some requests. */
const statusWhere = (status: number, isMeant: (path: string, method: string) => boolean): Tamper =>
  fault((answer, path, method) => {
    if (isMeant(path, method)) answer.status = status;
  });

/** Answers with another header. */
const withHeader = (header: string, value: string): Tamper =>
  fault((answer) => {
    answer.headers[header] = value;
  });

const isDocument = (path: string) =>
  path.startsWith("/v1/") && !/no-such|N%C3|[?]|\.\.|%2[fF]|%2e|%zz|%$|\/$/.test(path);
/** One of the sixty paths of the small site that a sample of sixty tries. */
const SAMPLED = "/v1/overwatch/modes";

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * Each fault and the lines of the report that name it; what other lines it touches too comes after
 * the first.
 */
const FAULTS: [string, CheckName[], Tamper][] = [
  [
    "another byte in a document",
    ["bytes"],
    fault((answer, path, method, header) => {
      if (path !== "/health" || method !== "GET" || header("accept-encoding") !== "identity")
        return;
      if (header("if-none-match") === "") answer.body[0] = 0x5b;
    }),
  ],
  [
    "a charset in the content type of JSON",
    ["content types"],
    fault((answer) => {
      if (answer.headers["content-type"] === "application/json")
        answer.headers["content-type"] += "; charset=utf-8";
    }),
  ],
  ["no Content-Location", ["canonical path"], without("content-location")],
  [
    "another Content-Location",
    ["canonical path"],
    fault((answer) => {
      if (answer.headers["content-location"]) answer.headers["content-location"] = "/v1/games";
    }),
  ],
  [
    "names in NFD not found",
    ["names in NFD"],
    goneWhere((path) => decoded(path).normalize("NFC") !== decoded(path)),
  ],
  [
    "names in NFC not found",
    ["names in NFC", "bytes", "any letter case", "percent-encodings", "needless encodings"],
    goneWhere((path) => isDocument(path) && decoded(path).normalize("NFD") !== decoded(path)),
  ],
  [
    "names in capitals not found",
    ["any letter case"],
    goneWhere((path) => /^\/v1\/overwatch\/(heroes|maps)\/(ANA|LUCIO|ILIOS-.*)(\/|$)/.test(path)),
  ],
  [
    "details under the id alone",
    ["names of details"],
    goneWhere((path) => /^\/details\/heroes\/(?!ana|lucio)/.test(path)),
  ],
  [
    "percent-encodings in lower case not found",
    ["percent-encodings"],
    goneWhere((path) => isDocument(path) && /%([a-f][0-9a-fA-F]|[0-9a-fA-F][a-f])/.test(path)),
  ],
  [
    "percent-encodings of plain letters not found",
    ["needless encodings"],
    goneWhere((path) => isDocument(path) && /%6[1-9A-F]|%7[0-9A]/.test(path)),
  ],
  [
    "no compression",
    ["encodings"],
    (answer, { url = "", headers }) => {
      const plain = PLAIN.get(url);
      if (answer.headers["content-encoding"] === undefined && answer.status === 200)
        PLAIN.set(url, { ...answer });
      else if (headers["accept-encoding"] !== "identity" && plain && answer.status === 200)
        Object.assign(answer, plain);
      return undefined;
    },
  ],
  [
    "a coding that the body does not have",
    ["encodings"],
    fault((answer, path) => {
      if (answer.headers["content-encoding"] === "br" && path !== "/manifest.json")
        answer.body = Buffer.from("plain");
    }),
  ],
  ["no Vary", ["Vary"], without("vary")],
  ["a HEAD that is not served", ["HEAD"], statusWhere(405, (_path, method) => method === "HEAD")],
  [
    "a HEAD that reports another length",
    ["HEAD"],
    fault((answer, _path, method) => {
      if (method === "HEAD") answer.headers["content-length"] = "7";
    }),
  ],
  [
    "one ETag for all codings",
    ["ETag"],
    fault((answer) => {
      if (answer.headers["etag"])
        answer.headers["etag"] = answer.headers["etag"].replace(/-(br|gzip)"$/, '"');
    }),
  ],
  [
    "weak ETags",
    ["ETag"],
    fault((answer) => {
      if (answer.headers["etag"]) answer.headers["etag"] = `W/${answer.headers["etag"]}`;
    }),
  ],
  ["no ETag", ["ETag", "conditional requests"], without("etag")],
  [
    "304 whatever the condition says",
    ["conditional requests"],
    fault((answer, _path, _method, header) => {
      if (header("if-none-match") === "") return;
      answer.status = 304;
      answer.body = Buffer.alloc(0);
    }),
  ],
  [
    "a start page in the place of a 404",
    ["404 status", "trailing slash", "dot segments", "encoded slash", "broken encoding"],
    fault((answer) => {
      if (answer.status !== 404) return;
      answer.status = 200;
      answer.headers["content-type"] = "text/html";
    }),
  ],
  [
    "problems as plain JSON",
    ["404 problems", "404 instance", "patch filters"],
    fault((answer) => {
      if (answer.status >= 400) answer.headers["content-type"] = "application/json";
    }),
  ],
  [
    "problems without a detail",
    ["404 problems", "404 instance"],
    fault((answer) => {
      if (answer.status === 404)
        answer.body = Buffer.from(answer.body.toString().replace(/"detail": .*\n/, ""));
    }),
  ],
  [
    "problems that name their directory",
    ["404 instance"],
    fault((answer) => {
      const where = answer.body.toString().replace(/"instance": .*/, '"instance": "/v1/overwatch"');
      if (answer.status === 404) answer.body = Buffer.from(where);
    }),
  ],
  [
    "a document behind a trailing slash",
    ["trailing slash"],
    statusWhere(200, (path) => /.\/$/.test(path)),
  ],
  [
    "a failure at broken percent-encoding",
    ["broken encoding"],
    statusWhere(500, (path) => /%zz|%$|l%C3cio/.test(path)),
  ],
  ["a slash that is let through", ["encoded slash"], statusWhere(200, (path) => /%2f/i.test(path))],
  [
    "a file of the machine",
    ["dot segments"],
    fault((answer, path) => {
      if (path.includes("passwd"))
        Object.assign(answer, { status: 200, body: Buffer.from("root:x:0:0") });
    }),
  ],
  ["a POST that is taken", ["methods"], statusWhere(200, (_path, method) => method === "POST")],
  ["a 405 without Allow", ["methods"], without("allow")],
  ["no CORS", ["CORS", "preflight"], without("access-control-allow-origin")],
  [
    "headers that scripts may not read",
    ["CORS"],
    withHeader("access-control-expose-headers", "ETag, Link"),
  ],
  [
    "a preflight that forbids keys",
    ["preflight"],
    fault((answer, _path, method) => {
      if (method === "OPTIONS") answer.headers["access-control-allow-headers"] = "If-None-Match";
    }),
  ],
  [
    "documents that are kept for ever",
    ["caching"],
    fault((answer, path) => {
      if (answer.status === 200 && path.startsWith("/v1/"))
        answer.headers["cache-control"] = "public, immutable";
    }),
  ],
  [
    "a health that is kept",
    ["caching"],
    fault((answer, path) => {
      if (path === "/health") answer.headers["cache-control"] = "max-age=60";
    }),
  ],
  ["types that browsers may guess", ["nosniff"], without("x-content-type-options")],
  ["no Link", ["Link to OpenAPI"], without("link")],
  [
    "a limit that is not reported where it is not a document",
    ["rate-limit headers"],
    fault((answer) => {
      if (answer.status === 404) delete answer.headers["ratelimit-reset"];
    }),
  ],
  [
    "two fields that contradict each other",
    ["rate-limit headers"],
    withHeader("ratelimit", '"anonymous";r=1;t=1'),
  ],
  [
    "a window that does not count",
    ["rate-limit window"],
    fault((answer) => {
      const reset = answer.headers["ratelimit-reset"];
      answer.headers["ratelimit-remaining"] = "1000000";
      answer.headers["ratelimit"] = `"anonymous";r=1000000;t=${reset}`;
    }),
  ],
  [
    "filters that filter nothing",
    ["patch filters"],
    statusWhere(200, (path) => path.includes("?since=yesterday")),
  ],
];

/** Uncompressed answers, for a server that has no others. */
const PLAIN = new Map<string, Passing>();

describe("a probe of the proxy", () => {
  // That every path of the real site answers as it should is tested in contract/every-path.
  it("finds that nothing differs at hundreds of paths of the real site", async () => {
    const { url } = await startProxy(inject("realSite"), UNLIMITED);
    const report = await probeDeployment(patientClient(url), { sample: 300 });
    expect(report.checks.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
    expect(report).toMatchObject({ kind: "proxy", isGood: true });
    const tried = Object.fromEntries(report.checks.map((line) => [line.check, line.tried]));
    for (const check of ["bytes", "any letter case", "names in NFD", "names of details"])
      expect([check, tried[check]]).toEqual([check, expect.toSatisfy((count) => count > 200)]);
  });

  it.each(FAULTS)("names %s", async (_what, lines, tamper) => {
    const { checks, isGood } = await probe(tamper, "proxy", 12);
    expect(isGood).toBe(false);
    expect(named(checks, "differs").toSorted()).toEqual(lines.toSorted());
  });

  it("tries the same paths each time, and no more than it is asked to", async () => {
    const asked: string[][] = [];
    for (const run of [0, 1]) {
      const { url } = await startProxy(await oldSite(), UNLIMITED);
      const server = await startTampering(url, () => undefined);
      await probeDeployment(patientClient(server.url), { sample: 3 });
      asked[run] = server.asked.toSorted();
    }
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]?.length).toBeLessThan(3 * 20);
  });

  it("says what it was asked, what was expected and what was returned", async () => {
    const { url } = await startProxy(await oldSite(), UNLIMITED);
    const tamper = fault((answer, path) => {
      if (path === SAMPLED && answer.status === 200) answer.headers["content-type"] = "text/plain";
    });
    const server = await startTampering(url, tamper);
    const report = await probeDeployment(patientClient(server.url), { sample: 60 });
    const text = probeAsText(server.url, report);
    expect(text).toMatch(
      /^http:.*: patch 2099-01-01, version 1; probed as the proxy\n\nok {11}bytes {17}\d+\n/,
    );
    expect(text).toMatch(
      /\ndiffers {6}content types {9}1 of \d+\n {13}GET \/v1\/overwatch\/modes: expected application\/json; got text\/plain\n/,
    );
    expect(text).toMatch(/\n\n[\d,]+ requests: 1 of 31 checks differ$/);
  });

  it("ends where the deployment dies in the middle of it", async () => {
    let left = 40;
    const dying: Tamper = (_answer, _asked, response) => {
      left -= 1;
      if (left >= 0) return undefined;
      response.destroy();
      return "answered";
    };
    await expect(probe(dying, "proxy")).rejects.toThrow(/does not answer: the connection failed/);
  });
});

describe("a probe of a static host", () => {
  const withoutLimits = fault((answer) => {
    for (const name of Object.keys(answer.headers))
      if (name.startsWith("ratelimit")) delete answer.headers[name];
  });

  it("knows it by its answers, and takes what it does not offer for no fault", async () => {
    const plainFiles: Tamper = (answer, asked, response) => {
      withoutLimits(answer, asked, response);
      const { url = "", headers } = asked;
      if (/\/(ANA|LUCIO|ILIOS-)/.test(url)) gone(answer);
      if (headers["if-none-match"] === undefined) delete answer.headers["etag"];
      for (const name of ["link", "content-location", "access-control-expose-headers"])
        delete answer.headers[name];
      if (answer.status === 404) answer.headers["content-type"] = "text/html";
      answer.headers["cache-control"] = "max-age=600";
      return undefined;
    };
    const { kind, isGood, checks } = await probe(plainFiles, undefined, 25);
    expect({ kind, isGood, differs: named(checks, "differs") }).toEqual({
      kind: "static",
      isGood: true,
      differs: [],
    });
    expect(named(checks, "not offered")).toEqual([
      "canonical path",
      "any letter case",
      "ETag",
      "conditional requests",
      "404 problems",
      "404 instance",
      "CORS",
      "caching",
      "Link to OpenAPI",
      "rate-limit headers",
      "rate-limit window",
    ]);
  });

  it("takes one 404 for all, chunks, and one ETag for all codings for no fault", async () => {
    const oneProblem: Tamper = (answer, asked, response) => {
      withoutLimits(answer, asked, response);
      if (answer.status === 404)
        answer.body = Buffer.from(`${answer.body}`.replace(/"instance": .*/, '"instance": "/"'));
      const { etag } = answer.headers;
      if (etag !== undefined) answer.headers["etag"] = etag.replace(/-\w+"$/, '"');
      if (asked.method !== "GET") return undefined;
      delete answer.headers["content-length"];
      response.writeHead(answer.status, answer.headers);
      response.write(answer.body); // in chunks, since its length is not reported
      response.end();
      return "answered";
    };
    const { isGood, checks } = await probe(oneProblem, undefined, 25);

    expect({ isGood, differs: named(checks, "differs") }).toEqual({ isGood: true, differs: [] });
    expect(named(checks, "not offered")).toContain("404 instance");
  });

  it("names the same as faults where the proxy is expected", async () => {
    const { checks } = await probe(withoutLimits, "proxy");
    expect(named(checks, "differs")).toEqual(["rate-limit headers", "rate-limit window"]);
  });

  it.each<[string, CheckName, Tamper]>([
    ["a document that is missing", "bytes", goneWhere((path) => path === SAMPLED)],
    [
      "another document under another letter case",
      "any letter case",
      fault((answer, path) => {
        if (path.includes("/ANA")) answer.body = Buffer.from("{}");
      }),
    ],
    [
      "validators of files that all have one old time",
      "file times",
      fault((answer) => {
        if (answer.status !== 200) return;
        answer.headers["etag"] = `"0-${Number(answer.headers["content-length"]) >> 9}"`; // blocks
        answer.headers["last-modified"] = "Thu, 01 Jan 1970 00:00:00 GMT";
      }),
    ],
    [
      "dates that follow from contents, and decide",
      "file times",
      fault((answer, _path, _method, header) => {
        if (answer.status !== 200) return;
        answer.headers["last-modified"] = "Fri, 26 Oct 1990 02:27:19 GMT";
        if (header("if-modified-since") !== "") answer.status = 304;
      }),
    ],
    ["documents as plain text", "content types", withHeader("content-type", "text/plain")],
    [
      "a start page in the place of a 404",
      "404 status",
      fault((answer) => {
        if (answer.status === 404) answer.status = 200;
      }),
    ],
    [
      "documents that are kept for ever",
      "caching",
      withHeader("cache-control", "public, max-age=31536000, immutable"),
    ],
    ["compressed documents that caches would give to everyone", "Vary", without("vary")],
  ])("names what is wrong on any host: %s", async (_what, line, tamper) => {
    const { checks, isGood } = await probe(tamper, "static", 60);
    expect(isGood).toBe(false);
    expect(named(checks, "differs")).toContain(line);
  });
});

/**
 * What files cannot do. Caddy refuses broken percent-encoding with a 400 before any configuration
 * is asked.
 */
const ONLY_THE_PROXY = new Set<CheckName>([
  "any letter case",
  "names in NFD",
  "broken encoding",
  "rate-limit headers",
  "rate-limit window",
  "patch filters",
]);

describe.each(HOST_SERVERS)(
  "a probe of $name with the generated configuration",
  ({ isInstalled, start }) => {
    it.skipIf(!isInstalled)("finds that nothing differs", async () => {
      const server = await start(inject("realSite"));
      onTestFinished(server.stop);
      const report = await probeDeployment(patientClient(`http://127.0.0.1:${server.port}`), {
        sample: 150,
      });
      expect(report.checks.filter(({ outcome }) => outcome === "differs")).toEqual([]);
      expect(report).toMatchObject({ kind: "static", isGood: true });
      expect(
        named(report.checks, "not offered").filter((check) => !ONLY_THE_PROXY.has(check)),
      ).toEqual([]);
      expect(named(report.checks, "not tried")).toEqual([]);
    });
  },
);
