import { describe, expect, inject, it, onTestFinished } from "vitest";
import type {
  CheckName,
  DeploymentKind,
} from "../../../../../build/cli/deployment/probe/findings.ts";
import {
  type ProbeReport,
  probeDeployment,
} from "../../../../../build/cli/deployment/probe/probe-deployment.ts";
import { probeAsText } from "../../../../../build/cli/probe.ts";
import { realProxy } from "../../../../helpers/built-site.ts";
import { startProxy } from "../../../../helpers/proxy.ts";
import { type Passing, startTampering, type Tamper } from "../../../../helpers/tampering.ts";
import { HOST_SERVERS } from "../../../generator/hosts/servers.ts";
import { oldSite, patientClient, UNLIMITED } from "../site.ts";

/** Probes a good proxy through a server with a fault. */
async function probe(tamper: Tamper, kind?: DeploymentKind, sample = 12): Promise<ProbeReport> {
  const { url } = await startProxy(await oldSite(), UNLIMITED);
  const server = await startTampering(url, tamper);
  return probeDeployment(patientClient(server.url), { sample, expect: kind });
}

const differing = ({ checks }: ProbeReport): CheckName[] =>
  checks.filter(({ outcome }) => outcome === "differs").map(({ check }) => check);

/** A fault in what is answered to some requests. The manifest is whole. */
function fault(
  change: (answer: Passing, path: string, header: (name: string) => string) => void,
): Tamper {
  return (answer, { url = "", headers }) => {
    if (url !== "/manifest.json") change(answer, url, (name) => String(headers[name] ?? ""));
    return undefined;
  };
}

/** Answers that lack a header. */
const without = (header: string): Tamper => fault((answer) => void delete answer.headers[header]);

/** Another status for some paths. */
const statusWhere = (status: number, isMeant: (path: string) => boolean): Tamper =>
  fault((answer, path) => {
    if (isMeant(path)) answer.status = status;
  });

const SAMPLED = "/v1/overwatch/modes";

/** Each fault, and the checks that find it. */
const FAULTS: [string, CheckName[], Tamper][] = [
  [
    "another byte in a document",
    ["bytes"],
    fault((answer, path, header) => {
      if (path === "/health" && header("accept-encoding") === "identity") answer.body[0] = 0x5b;
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
    "a coding that the body does not have",
    ["compression"],
    fault((answer) => {
      if (answer.headers["content-encoding"] === "br") answer.body = Buffer.from("plain");
    }),
  ],
  ["no Vary", ["compression"], without("vary")],
  ["no ETag", ["ETag and 304"], without("etag")],
  [
    "one ETag for all documents",
    ["ETag and 304"],
    fault((answer) => {
      if (answer.headers["etag"]) answer.headers["etag"] = '"one"';
    }),
  ],
  [
    "a start page in the place of a 404",
    ["404 status", "malformed paths"],
    fault((answer) => {
      if (answer.status !== 404) return;
      answer.status = 200;
      answer.headers["content-type"] = "text/html";
    }),
  ],
  [
    "problems as plain JSON",
    ["404 problems", "patch filters"],
    fault((answer) => {
      if (answer.status >= 400) answer.headers["content-type"] = "application/json";
    }),
  ],
  [
    "problems without a detail",
    ["404 problems"],
    fault((answer) => {
      if (answer.status === 404)
        answer.body = Buffer.from(answer.body.toString().replace(/"detail": .*\n/, ""));
    }),
  ],
  ["%zz is 200", ["malformed paths"], statusWhere(200, (path) => path.includes("%zz"))],
  ["%zz is 500", ["malformed paths"], statusWhere(500, (path) => path.includes("%zz"))],
  ["an encoded slash is 200", ["malformed paths"], statusWhere(200, (path) => /%2f/.test(path))],
  ["a file of the machine", ["malformed paths"], statusWhere(200, (path) => /passwd/.test(path))],
  ["no CORS", ["CORS"], without("access-control-allow-origin")],
  ["types that browsers may guess", ["nosniff"], without("x-content-type-options")],
  [
    "documents that are kept for ever",
    ["caching of documents"],
    fault((answer, path) => {
      if (answer.status === 200 && path.startsWith("/v1/"))
        answer.headers["cache-control"] = "public, immutable";
    }),
  ],
  [
    "a health that is kept",
    ["caching of /health"],
    fault((answer, path) => {
      if (path === "/health") answer.headers["cache-control"] = "max-age=86400";
    }),
  ],
  [
    "errors that are kept",
    ["caching of errors"],
    fault((answer) => {
      if (answer.status === 404) answer.headers["cache-control"] = "max-age=60";
    }),
  ],
  ["no rate limits", ["rate-limit headers"], without("ratelimit-reset")],
  [
    "queries that are lost",
    ["patch filters"],
    fault((answer, path) => {
      if (path.includes("?kind=hotfix")) answer.body = Buffer.from('{"data":[],"meta":{}}');
    }),
  ],
];

describe("a probe of the proxy", () => {
  // That every path of the real site answers as it should is tested in contract/every-path.
  it("finds that nothing differs at hundreds of paths of the real site", async () => {
    const { url } = await realProxy(UNLIMITED);
    const report = await probeDeployment(patientClient(url), { sample: 300 });
    expect([report.kind, report.isGood, differing(report)]).toEqual(["proxy", true, []]);
    const tried = Object.fromEntries(report.checks.map((line) => [line.check, line.tried]));
    expect(tried["bytes"]).toBe(600);
    expect(tried["404 problems"]).toBe(6);
    expect(tried["status 429"]).toBe(0);
    expect(probeAsText(url, report)).toMatch(/\nnot tried +status 429 +only where .* 200\n/);
  });

  it.each(FAULTS)("names %s", async (_what, checks, tamper) => {
    const report = await probe(tamper, "proxy");
    expect(report.isGood).toBe(false);
    expect(differing(report).toSorted()).toEqual(checks.toSorted());
  });

  it.each<[string, CheckName[], Tamper]>([
    ["as it should", [], () => undefined],
    [
      "without the seconds to wait",
      ["status 429"],
      fault((answer) => {
        if (answer.status === 429) delete answer.headers["retry-after"];
      }),
    ],
    [
      "with another status",
      ["status 429"],
      (answer) => {
        if (answer.status === 429) answer.status = 503;
        return undefined;
      },
    ],
  ])("exhausts a small limit, which answers %s", async (_what, checks, tamper) => {
    const { url } = await startProxy(await oldSite(), { ANONYMOUS_LIMIT: "60" });
    const server = await startTampering(url, tamper);
    const report = await probeDeployment(patientClient(server.url), { sample: 2 });
    expect(differing(report)).toEqual(checks);
    expect(report.checks.find(({ check }) => check === "status 429")?.tried).toBeGreaterThan(0);
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
    expect(asked[0]?.length).toBeLessThan(40);
  });

  it("says what it was asked, what was expected and what was returned", async () => {
    const tamper = fault((answer, path) => {
      if (path === SAMPLED && answer.status === 200) answer.headers["content-type"] = "text/plain";
    });
    const text = probeAsText("http://test", await probe(tamper, "proxy", 1000));
    expect(text).toMatch(/^http:\/\/test: patch 2099-01-01, version 1; expected: proxy\n\n/);
    expect(text).toMatch(
      /\ndiffers +content types +1 of \d+\n +GET \/v1\/overwatch\/modes: expected application\/json; got text\/plain\n/,
    );
    expect(text).toMatch(/\n\n[\d,]+ requests: 1 of 16 checks differ$/);
  });
});

describe("a probe of a host of files", () => {
  /** What a plain host has of the proxy's headers: none but those of files. */
  const plain: Tamper = fault((answer) => {
    for (const name of Object.keys(answer.headers))
      if (/^(ratelimit|link|content-location)/.test(name)) delete answer.headers[name];
    if (answer.status === 404) answer.headers["cache-control"] = "max-age=60";
  });

  it("knows it by its answers, and counts what it does not offer in the last line", async () => {
    const report = await probe(plain);
    expect([report.kind, differing(report)]).toEqual(["static", []]);
    expect(probeAsText("http://test", report)).toMatch(
      /requests: nothing differs; 6 not offered \(caching of documents, .*, status 429\)$/,
    );
  });

  it("is red on a plain server without CORS, problems and a fresh health", async () => {
    const report = await probe((answer, asked, response) => {
      plain(answer, asked, response);
      delete answer.headers["access-control-allow-origin"];
      if (asked.url === "/health") answer.headers["cache-control"] = "max-age=86400";
      if (answer.status === 404) answer.headers["content-type"] = "text/html";
      return undefined;
    }, "static");
    expect(differing(report)).toEqual(["CORS", "caching of /health", "404 problems"]);
  });

  it.each<[DeploymentKind, CheckName[]]>([
    ["cloudflare", []],
    ["nginx", ["caching of errors"]],
  ])("knows what %s offers", async (kind, checks) => {
    const cached = "public, max-age=300, stale-while-revalidate=86400";
    const report = await probe((answer, asked) => {
      if (asked.url?.startsWith("/v1/")) answer.headers["cache-control"] = cached;
      return undefined;
    }, kind);
    expect(differing(report)).toEqual(checks);
  });
});

describe.each(HOST_SERVERS)(
  "a probe of $name with the generated configuration",
  ({ name, isInstalled, start }) => {
    it.skipIf(!isInstalled)("finds that nothing differs", async () => {
      const server = await start(inject("realSite"));
      onTestFinished(server.stop);
      const client = patientClient(`http://127.0.0.1:${server.port}`);
      const kind = name === "nginx" ? "nginx" : "caddy";
      const report = await probeDeployment(client, { sample: 150, expect: kind });
      expect(differing(report)).toEqual([]);
      expect(report.checks.filter(({ outcome }) => outcome === "not tried")).toEqual([]);
    });
  },
);
