import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { ManifestSchema } from "../../../build/schema/manifest.ts";
import { type OriginOptions, openOriginCatalog } from "../../../proxy/site/origin-catalog.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { type Fault, siteIn, startOrigin, type TestOrigin } from "../../helpers/origin.ts";
import { getRaw, startProxy } from "../../helpers/proxy.ts";
import { addKey } from "../auth/credentials.ts";
import { encodePath, HEROES, keepAliveClient, MAPS, PATCHES, problemOf } from "../wire.ts";

const NO_LIMITS = { ANONYMOUS_LIMIT: "1000000", LOG_LEVEL: "silent" };
const CODINGS = ["identity", "gzip", "br"];

const real = siteIn(inject("realSite"));
const manifest = ManifestSchema.parse(JSON.parse(`${real.get("manifest.json")}`));
const listed = new Set([...manifest.documents, ...manifest.pages].map(({ path }) => path)).add(
  "/manifest.json",
);

/** Nothing is looked at by itself, and no failure is remembered for longer than a test takes to ask again. */
const AT_ONCE = { pollMs: 1e9, lookAgainMs: 0, failureMs: 1 };

type Opened = Awaited<ReturnType<typeof startProxy>> & {
  get: ReturnType<typeof keepAliveClient>;
  look: (isForced?: boolean) => Promise<void>;
  log: string[];
};

/** A proxy in front of an origin; `log` is what it says of the origin. */
async function openProxy(
  address: string,
  options: Partial<OriginOptions> = {},
  env: Record<string, string> = {},
): Promise<Opened> {
  const log: string[] = [];
  const write = (fields: object, message: string) =>
    void log.push(`${message}: ${JSON.stringify(fields)}`);
  const live = await openOriginCatalog(
    address,
    { info: write, error: write },
    { ...AT_ONCE, ...options },
  );
  onTestFinished(live.close);
  const proxy = await startProxy(live.current, { ...NO_LIMITS, ...env }, () => 0);
  return { ...proxy, get: keepAliveClient(proxy.port), look: live.look, log };
}

/** The paths of the documents that an origin was asked for, without those that every start needs. */
function documentsAsked(origin: TestOrigin): string[] {
  const atStart = /^\/manifest\.json$|patches\.json$|404\.json$/;
  return origin.asked.map(({ path }) => path).filter((path) => !atStart.test(path));
}

/** What a client sees, but for the moment. */
function comparable({ status, headers, body }: Awaited<ReturnType<Opened["get"]>>): object {
  const {
    date: _date,
    ratelimit: _ratelimit,
    "ratelimit-remaining": _remaining,
    ...rest
  } = headers;
  return { status, headers: rest, body: body.toString("latin1") };
}

type Question = [path: string, headers: Record<string, string>];

const question = (path: string, coding = "identity"): Question => [
  path,
  { "accept-encoding": coding },
];

describe("the answers of a proxy in front of an origin are those of one in front of a folder", () => {
  /** The questions that are answered differently. */
  async function differences(address: string, questions: Question[]): Promise<string[]> {
    const folder = keepAliveClient((await startProxy(inject("realSite"), NO_LIMITS, () => 0)).port);
    const { get } = await openProxy(address);
    const compared = await Promise.all(
      questions.map(async ([path, headers]) => {
        const [expected, given] = await Promise.all([folder(path, headers), get(path, headers)]);
        const isSame = JSON.stringify(comparable(expected)) === JSON.stringify(comparable(given));
        return isSame && expected.status < 500
          ? []
          : [`${given.status} ${path} ${JSON.stringify(headers)}`];
      }),
    );
    return compared.flat();
  }

  it("for every path of the manifest, in every coding", async () => {
    const origin = await startOrigin(real);
    const paths = [...manifest.documents.flatMap(({ spellings }) => spellings), ...listed];
    const questions = paths.flatMap((path) =>
      (listed.has(path) ? CODINGS : ["identity"]).map((coding) =>
        question(encodePath(path), coding),
      ),
    );

    expect(await differences(origin.url, questions)).toEqual([]);
    expect(questions.length).toBeGreaterThan(2500);
    expect(new Set(documentsAsked(origin)).size).toBe(documentsAsked(origin).length); // each was fetched once
  });

  it.each(["bucket", "static host"] as const)(
    "whether the origin is a bucket or a host that applies the site's rule: %s",
    async (host) => {
      const origin = await startOrigin(real, host);
      const questions = [...listed].map((path) => question(path));

      expect(await differences(origin.url, questions)).toEqual([]);
    },
  );

  it("when the origin is another proxy, at an address of its own", async () => {
    const other = await startProxy(inject("realSite"), {
      ...NO_LIMITS,
      BASE_URL: "https://inner.example.org",
    });
    const questions = [...listed, `${HEROES}/nobody`, "/v1/none", `${MAPS}/iIios`].map((path) =>
      question(path),
    );

    expect(await differences(other.url, questions)).toEqual([]);
  });

  it("when the site stands below a path of the origin", async () => {
    const below = new Map([...real].map(([name, body]) => [`sites/game data/${name}`, body]));
    const origin = await startOrigin(below);
    const questions = [...listed].slice(0, 20).map((path) => question(path));

    expect(await differences(`${origin.url}/sites/game%20data/`, questions)).toEqual([]);
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ])("when the origin compresses with %s although it is asked not to", async (coding, compress) => {
    const origin = await startOrigin(real);
    origin.fault = (_path, response, file) => {
      if (file !== undefined)
        response.writeHead(200, { "Content-Encoding": coding }).end(compress(file));
      return file !== undefined;
    };
    const questions = [...listed].slice(0, 40).map((path) => question(path));

    expect(await differences(origin.url, questions)).toEqual([]);
  });

  it("for spellings, filters, conditions and what is not there", async () => {
    const origin = await startOrigin(real);
    const etag = `"${manifest.documents.find(({ path }) => path === `${HEROES}/ana`)?.sha256.slice(0, 32)}"`;

    expect(
      await differences(origin.url, [
        [`${HEROES}/ANA`, {}],
        [`${HEROES}/Soldier:%2076`, {}],
        [`${HEROES}/%EB%A3%A8%EC%8B%9C%EC%9A%B0`, {}],
        [`${MAPS}/kings-row-winter`, {}],
        [`${HEROES}/ana`, { "if-none-match": etag }],
        [`${HEROES}/ana`, { "if-none-match": `"other", W/${etag}` }],
        [`${HEROES}/ana`, { "if-none-match": "*", "accept-encoding": "br" }],
        [`${HEROES}/annna`, {}],
        [`${HEROES}/ana/`, {}],
        ["/v1/%zz", {}],
        ["/v1/overwatch/404.json", {}],
        ["/../manifest.json", {}],
        [`${PATCHES}?since=2026-09-01`, {}],
        [`${PATCHES}?since=2026-09-01`, { "accept-encoding": "br" }],
        [`${PATCHES}?kind=season&until=2026-12-31`, {}],
        [`${PATCHES}?since=2000-01-01`, {}],
        [`${PATCHES}?kind=none`, {}],
      ]),
    ).toEqual([]);
  });

  it("to HEAD, with the length of a body that is not sent", async () => {
    const { port } = await openProxy((await startOrigin(real)).url);
    const answer = await getRaw(port, `${HEROES}/ana`, { "Accept-Encoding": "br" }, "HEAD");

    expect(answer.body).toBe("");
    expect(answer.headers.get("content-length")).toBe(
      `${readFileSync(join(inject("realSite"), `${HEROES}/ana.json.br`)).length}`,
    );
  });
});

const ANA = `${HEROES}/ana`;
const isAna = (path: string) => path === ANA || path === `${ANA}.json`;

/** Breaks the answer for one document. */
const forAna =
  (answer: (...of: Parameters<Fault>) => void): Fault =>
  (path, response, file) => {
    if (isAna(path)) answer(path, response, file);
    return isAna(path);
  };

const forge = (file: Buffer | undefined) => Buffer.from(`${file}`.replace('"Ana"', '"Eve"'));

const FAULTS: [string, Fault][] = [
  ["hangs up", forAna((_path, response) => response.destroy())],
  ["does not answer in time", forAna(() => undefined)],
  [
    "does not finish in time",
    forAna((_path, response, file) => void response.writeHead(200).write(`${file}`.slice(0, 50))),
  ],
  [
    "hangs up in the middle of the body",
    forAna((_path, response, file) => {
      response
        .writeHead(200, { "Content-Length": `${file?.length}` })
        .write(`${file}`.slice(0, 50), () => response.destroy());
    }),
  ],
  ["ends the body early", forAna((_path, response, file) => response.end(file?.subarray(0, 50)))],
  ["sends nothing", forAna((_path, response) => response.end())],
  [
    "sends another content of the same length",
    forAna((_path, response, file) => response.end(forge(file))),
  ],
  ["sends more than there is", forAna((_path, response, file) => response.end(`${file}\n`))],
  ["never ends", forAna((_path, response) => flood(response))],
  [
    "redirects, though to the right content",
    forAna((_path, response) => response.writeHead(302, { Location: "/moved" }).end()),
  ],
  [
    "says that there is no such thing",
    forAna((_path, response) => response.writeHead(404).end("no such key")),
  ],
  [
    "sends the content as an error",
    forAna((_path, response, file) => response.writeHead(404).end(file)),
  ],
  [
    "sends part of the content",
    forAna((_path, response, file) => response.writeHead(206).end(file)),
  ],
  ["answers with 429", forAna((_path, response) => response.writeHead(429).end())],
  [
    "answers with 500 and a long page",
    forAna((_path, response) => response.writeHead(500).end("x".repeat(100_000))),
  ],
  [
    "answers with 500 and does not finish",
    forAna((_path, response) => void response.writeHead(500).write("x")),
  ],
  ["answers with an endless error", forAna((_path, response) => flood(response.writeHead(503)))],
  [
    "sends a page of its own",
    forAna((_path, response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html>"),
    ),
  ],
  [
    "names a coding that it does not use",
    forAna((_path, response, file) =>
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(file),
    ),
  ],
  [
    "uses a coding that nobody asked for",
    forAna((_path, response, file) =>
      response.writeHead(200, { "Content-Encoding": "compress" }).end(file),
    ),
  ],
  [
    "sends what decompresses to gigabytes",
    forAna((_path, response) => response.writeHead(200, { "Content-Encoding": "br" }).end(BOMB)),
  ],
];

const BOMB = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024));

/** Writes for as long as somebody reads. */
function flood(response: Parameters<Fault>[1]): void {
  const more = () => {
    while (!response.destroyed && response.write("x".repeat(16_384)));
  };
  response.on("drain", more);
  more();
}

describe("where the origin, asked for a document,", () => {
  it.each(FAULTS)(
    "%s, the answer is a 500 problem until it gives the document",
    async (_what, fault) => {
      const origin = await startOrigin(
        new Map([...real, ["moved", real.get(`${ANA.slice(1)}.json`) ?? Buffer.alloc(0)]]),
      );
      const { port, log } = await openProxy(origin.url, { timeoutMs: 400 });
      origin.fault = fault;
      const broken = await getRaw(port, ANA);

      expect(broken.status).toBe(500);
      expect(broken.headers.get("content-type")).toBe("application/problem+json");
      expect(problemOf(broken)).toMatchObject({ title: "Internal Server Error", instance: ANA });
      expect(broken.body).not.toContain("127.0.0.1");
      expect(log).toEqual([
        expect.stringContaining(
          `a document of the origin cannot be read: {"path":"${ANA}","reason":"${origin.url}${ANA}.json `,
        ),
      ]);

      origin.fault = undefined;
      await vi.waitFor(async () => expect((await getRaw(port, ANA)).status).toBe(200));
      expect((await getRaw(port, ANA)).body).toBe(`${real.get(`${ANA.slice(1)}.json`)}`);
      expect(log.slice(1)).toEqual([
        `a document of the origin can be read again: {"path":"${ANA}"}`,
      ]);
    },
  );

  it("calls it by another type, the answer has the type of the manifest", async () => {
    const origin = await startOrigin(real);
    const { port } = await openProxy(origin.url);
    origin.fault = forAna((_path, response, file) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end(file),
    );
    const { status, headers } = await getRaw(port, ANA);

    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
  });
});

describe("an origin that is gone", () => {
  it("costs nothing of what is in memory, and gives 500 for the rest", async () => {
    const origin = await startOrigin(real);
    const { get, look, log } = await openProxy(origin.url);
    const hot = await get(ANA);
    origin.stop();
    await look();
    await look();

    expect((await get(ANA)).body.equals(hot.body)).toBe(true);
    expect((await get(`${HEROES}/nobody`)).status).toBe(404);
    expect((await get(`${PATCHES}?kind=season`)).status).toBe(200);
    expect((await get("/manifest.json", { "accept-encoding": "br" })).status).toBe(200);
    expect((await get(`${HEROES}/mei`)).status).toBe(500);
    expect(
      log.filter((line) =>
        line.startsWith("the origin cannot be read; the last good site is served on"),
      ),
    ).toHaveLength(1);
  });

  it("is not needed to tell that a client has the document already", async () => {
    const origin = await startOrigin(real);
    const { get } = await openProxy(origin.url);
    const sha256 = manifest.documents.find(({ path }) => path === ANA)?.sha256;
    origin.stop();

    expect((await get(ANA, { "if-none-match": `"${sha256?.slice(0, 32)}"` })).status).toBe(304);
  });

  it("gives a keyed caller's 500 the headers of the caller's own window", async () => {
    const origin = await startOrigin(real);
    const keys = join(temporaryFolder(), "keys.json");
    const { key } = addKey(keys);
    const { get } = await openProxy(origin.url, {}, { API_KEYS_FILE: keys });
    origin.stop();
    const { status, headers } = await get(ANA, { "x-api-key": key });

    expect([status, headers["ratelimit-limit"], headers["ratelimit-remaining"]]).toEqual([
      500,
      "1000",
      "999",
    ]);
  });
});

describe("to spare the origin", () => {
  it("a document is fetched once for all that ask for it meanwhile, in whatever coding", async () => {
    const origin = await startOrigin(real);
    const { get } = await openProxy(origin.url);
    const answers = await Promise.all(
      CODINGS.flatMap((coding) =>
        Array.from({ length: 10 }, () => get(ANA, { "accept-encoding": coding })),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(documentsAsked(origin)).toEqual([`${ANA}.json`]);
  });

  it("a failure is remembered for a while", async () => {
    const origin = await startOrigin(real);
    const { get } = await openProxy(origin.url, { failureMs: 60_000, lookAgainMs: 60_000 });
    origin.fault = forAna((_path, response) => response.writeHead(500).end());
    for (let count = 0; count < 5; count += 1) expect((await get(ANA)).status).toBe(500);

    expect(documentsAsked(origin)).toEqual([`${ANA}.json`]);
  });

  it("the manifest is asked for with its validator", async () => {
    const origin = await startOrigin(real);
    const { look, log } = await openProxy(origin.url);
    await look();
    await look();

    const asked = origin.asked
      .filter(({ path }) => path === "/manifest.json")
      .map(({ headers }) => headers["if-none-match"]);
    expect(asked).toEqual([undefined, expect.stringMatching(/^"/), expect.stringMatching(/^"/)]);
    expect(log).toEqual([]);
  });

  it("memory is bounded by bytes: what does not fit is fetched again, and served all the same", async () => {
    const origin = await startOrigin(real);
    const { get } = await openProxy(origin.url, { maxCacheBytes: 10_000 });
    const paths = [
      ANA,
      ...manifest.documents.map(({ path }) => path).filter((path) => /heroes\/[^/]+$/.test(path)),
      HEROES,
      ANA,
    ];
    for (const path of paths) expect((await get(path)).status).toBe(200);
    for (const path of [HEROES, HEROES])
      expect((await get(path, { "accept-encoding": "br" })).status).toBe(200);

    const asked = documentsAsked(origin);
    expect(asked.filter((path) => path === `${HEROES}.json`)).toHaveLength(3); // larger than all of the memory
    expect(asked.filter((path) => path === `${ANA}.json`)).toHaveLength(2);
  });
});

describe("what is said to the origin", () => {
  it("holds nothing of the client", async () => {
    const origin = await startOrigin(real);
    const { get } = await openProxy(origin.url, {}, { TRUST_PROXY: "127.0.0.1" });
    const client = {
      cookie: "a=b",
      "x-forwarded-for": "192.0.2.1",
      "if-none-match": '"x"',
      "accept-encoding": "br",
    };
    await get(`${ANA}?secret=1`, client);

    expect(origin.asked.at(-1)).toEqual({
      path: `${ANA}.json`,
      headers: {
        host: new URL(origin.url).host,
        connection: "keep-alive",
        "accept-encoding": "identity",
        "user-agent": "gamedata-reference",
      },
    });
  });

  it("holds the user and the password of its address, which no log does", async () => {
    const origin = await startOrigin(real);
    const { log, logs, get } = await openProxy(
      origin.url.replace("//", "//mirror:p%40ss@"),
      {},
      { LOG_LEVEL: "info" },
    );
    origin.stop();
    await get(ANA);

    expect(origin.asked[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from("mirror:p@ss").toString("base64")}`,
    );
    expect(log).toHaveLength(1);
    expect([...log, ...logs].join()).not.toMatch(/p(%40|@)ss|mirror|bWlycm9y/);
  });
});
