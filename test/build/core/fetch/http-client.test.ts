import type { RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { DeploymentError, NoAnswerError } from "../../../../build/core/fetch/exchange.ts";
import { type ClientOptions, createClient } from "../../../../build/core/fetch/http-client.ts";
import { packageVersion } from "../../../../build/core/package.ts";
import { startServer } from "../../../helpers/server.ts";

/**
 * A server with the given answers, and a client of it whose waits take no time and are written
 * down.
 */
async function startPair(listener: RequestListener, options: ClientOptions = {}) {
  const { url, server } = await startServer(listener);
  return { url, server, ...clientOf(url, options) };
}

function clientOf(url: string, options: ClientOptions = {}) {
  const waits: number[] = [];
  let now = 0;
  const wait = async (ms: number) => {
    waits.push(ms);
    now += ms;
  };
  const client = createClient(url, { wait, now: () => now, ...options });
  onTestFinished(() => client.close());
  return { client, waits };
}

const ask = { path: "/a", maxBytes: 100 };

describe("a request", () => {
  it("goes out with its path as it is given, below the address, and says who asks", async () => {
    const seen: unknown[] = [];
    const { url } = await startPair(({ url: path, headers }, response) => {
      seen.push([path, headers["user-agent"], headers["x-api-key"]]);
      response.end();
    });
    const { client } = clientOf(`${url}/sub/`, { headers: { "x-api-key": "gdr_1" } });
    await client.send({ path: "/v1/../%2f%zz?a", maxBytes: 0 });
    expect(seen).toEqual([
      ["/sub/v1/../%2f%zz?a", `gamedata-reference/${packageVersion()}`, "gdr_1"],
    ]);
    expect(client.url).toBe(`${url}/sub`);
  });

  it("is never one of more at once than there are connections", async () => {
    let open = 0;
    let most = 0;
    const { client, server } = await startPair((_, response) => setImmediate(() => response.end()));
    server.on("connection", (socket) => {
      open += 1;
      most = Math.max(most, open);
      socket.on("close", () => {
        open -= 1;
      });
    });
    let asked = 0;
    await client.forEach(Array(200).keys(), async () => {
      await client.send(ask);
      asked += 1;
    });
    expect({ asked, most }).toEqual({ asked: 200, most: 4 });
  });

  it("that fails for good stops those that would follow", async () => {
    const { client } = await startPair((_, response) => response.end());
    let begun = 0;
    const work = async () => {
      begun += 1;
      await client.send(ask);
      throw new Error("the disk is full");
    };
    await expect(client.forEach(Array(100).keys(), work)).rejects.toThrow("the disk is full");
    expect(begun).toBe(4);
  });
});

describe("a refusal", () => {
  it.each([
    [429, "7", 7000],
    [503, "7", 7000],
    [429, "Thu, 01 Jan 1970 00:00:09 GMT", 9000],
    [429, "0", 1000],
    [429, "Wed, 31 Dec 1969 00:00:00 GMT", 1000],
    [429, "soon", 500 * 2],
    [429, undefined, 500 * 2],
  ])("is waited out: status %i with Retry-After %s", async (status, retryAfter, ms) => {
    let refusals = 1;
    const { client, waits } = await startPair((_, response) => {
      refusals -= 1;
      if (refusals < 0) response.end("good");
      else
        response
          .writeHead(status, retryAfter === undefined ? {} : { "Retry-After": retryAfter })
          .end();
    });
    expect((await client.send(ask)).body.toString()).toBe("good");
    expect(waits).toEqual([ms]);
  });

  it("holds back every other request, and the person gets one notice", async () => {
    const pauses: number[] = [];
    let now = 0;
    const times: number[] = [];
    const wait = async (ms: number) => {
      now += ms;
    };
    const { client } = await startPair(
      (_, response) => {
        times.push(now);
        if (times.length === 1) response.writeHead(429, { "Retry-After": "60" }).end();
        else response.end();
      },
      { connections: 1, wait, now: () => now, onPause: (seconds) => pauses.push(seconds) },
    );
    await client.forEach(Array(3).keys(), async () => void (await client.send(ask)));
    expect(times).toEqual([0, 60_000, 60_000, 60_000]);
    expect(pauses).toEqual([60]);
  });

  it("that never ends is given up", async () => {
    const { client } = await startPair((_, response) =>
      response.writeHead(429, { "Retry-After": "1" }).end(),
    );
    await expect(client.send(ask)).rejects.toThrow(/refused \/a 11 times with status 429/);
    await expect(client.send(ask)).rejects.toBeInstanceOf(DeploymentError);
  });

  it("that asks for hours is not waited out", async () => {
    const { client, waits } = await startPair((_, response) =>
      response.writeHead(429, { "Retry-After": "7200" }).end(),
    );
    await expect(client.send(ask)).rejects.toThrow(
      "asks clients to wait 120 minutes; try again then",
    );
    expect(waits).toEqual([]);
  });
});

describe("trouble on the way", () => {
  it.each([502, 503, 504])("is tried again after a while: status %i", async (status) => {
    let failures = 2;
    const { client, waits } = await startPair((_, response) => {
      failures -= 1;
      response.writeHead(failures < 0 ? 200 : status).end();
    });
    expect((await client.send(ask)).status).toBe(200);
    expect(waits).toEqual([500, 1000]);
  });

  it.each([
    [502, [500, 1000, 2000]],
    [500, []],
    [302, []], // redirects are not followed
  ])("is the answer in the end: status %i", async (status, expected) => {
    const { client, waits } = await startPair((_, response) => {
      response.writeHead(status, { Location: "http://127.0.0.1:1/" }).end();
    });
    expect((await client.send(ask)).status).toBe(status);
    expect(waits).toEqual(expected);
  });

  it("is tried again where the connection is cut", async () => {
    let cuts = 2;
    const { client } = await startPair((_, response) => {
      cuts -= 1;
      if (cuts < 0) response.end("whole");
      else
        response.writeHead(200, { "Content-Length": "100" }).write("hal", () => response.destroy());
    });
    expect((await client.send(ask)).body.toString()).toBe("whole");
  });

  it("is not an answer where the connection is cut every time", async () => {
    const { client } = await startPair((_, response) => response.destroy());
    await expect(client.send(ask)).rejects.toBeInstanceOf(NoAnswerError);
    expect(client.requests()).toBe(4);
  });

  it("ends the work where nothing answers any more", async () => {
    const { client } = clientOf("http://127.0.0.1:9");
    for (let at = 1; at < 5; at += 1)
      await expect(client.send(ask)).rejects.toBeInstanceOf(NoAnswerError);
    await expect(client.send(ask)).rejects.toThrow(
      /^http:\/\/127.0.0.1:9 does not answer: the connection failed: /,
    );
  });
});

it("a body that is too long is not read to its end, with or without a length", async () => {
  let sent = 0;
  const { client } = await startPair((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.on("drain", more);
    more();
  });
  await expect(client.send(ask)).rejects.toThrow("the answer is longer than 100 bytes");
  expect(sent).toBeLessThan(20_000_000);
});

it.each<[string, RequestListener]>([
  ["no header", () => {}],
  [
    "a byte now and then",
    (_, response) => {
      const timer = setInterval(() => response.write("a"), 20);
      response.on("close", () => clearInterval(timer));
    },
  ],
])("an answer that never comes is not waited for: %s", async (_what, listener) => {
  const { client } = await startPair(listener, { timeoutMs: 100 });
  await expect(client.send({ path: "/", maxBytes: 1000 })).rejects.toThrow(
    "the answer took too long",
  );
});
