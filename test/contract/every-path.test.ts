import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { describe, expect, inject, it } from "vitest";
import { realManifest, realProxy } from "../helpers/built-site.ts";
import { type BytesAnswer, encodeEveryByte, encodePath, keepAliveClient } from "../proxy/wire.ts";
import { SHAPES } from "./shapes.ts";

type Fetched = { spelling: string; canonical: string; answer: BytesAnswer };

const manifest = realManifest();
const paths = manifest.documents.flatMap(({ path, spellings }) =>
  spellings.map((spelling) => ({ spelling, canonical: path })),
);

/** Asks a proxy of its own for every path of the manifest, in the given writing. */
async function fetchAll(write: (spelling: string) => string): Promise<Fetched[]> {
  const { port } = await realProxy({
    ANONYMOUS_LIMIT: "1000000",
    LOG_LEVEL: "silent",
  });
  const get = keepAliveClient(port);
  return await Promise.all(
    paths.map(async (path) => ({ ...path, answer: await get(write(path.spelling)) })),
  );
}

let fetched: Promise<Fetched[]> | undefined;

/** The answers to every path, fetched once. */
function everyAnswer() {
  fetched ??= fetchAll(encodePath);
  return fetched;
}

/** The paths whose answer does not keep a promise. */
function broken(answers: Fetched[], keeps: (one: Fetched) => boolean) {
  return answers
    .filter((one) => !keeps(one))
    .map(({ spelling, answer }) => `${answer.status} ${spelling}`);
}

describe("every path of the manifest", () => {
  it("is one of the files that a plain host would serve, and none of those is left out", () => {
    const files = fg.sync(["health.json", "{v1,details,history,lists}/**/*.json"], {
      cwd: inject("realSite"),
      ignore: ["**/404.json"],
    });
    const expected = paths.map(({ spelling }) => spelling.replace(/(\.json)?$/, ".json").slice(1));

    expect(new Set(files)).toEqual(new Set(expected));
    expect(files.length).toBeGreaterThan(1700);
  });

  it("answers 200 with the very bytes of its file, as application/json", async () => {
    const site = inject("realSite");
    const wrong = broken(await everyAnswer(), ({ spelling, answer }) => {
      const file = join(site, spelling.endsWith(".json") ? spelling : `${spelling}.json`);
      const isJson = answer.headers["content-type"] === "application/json";
      return isJson && answer.status === 200 && answer.body.equals(readFileSync(file));
    });

    expect(wrong).toEqual([]);
  });

  it("names its canonical path in Content-Location exactly where it is another", async () => {
    const wrong = broken(
      await everyAnswer(),
      ({ spelling, canonical, answer }) =>
        answer.headers["content-location"] === (spelling === canonical ? undefined : canonical),
    );

    expect(wrong).toEqual([]);
  });

  it("has a strong ETag, which a document's spellings share and no other has", async () => {
    const tags = new Map<string, Set<string>>();
    for (const { canonical, answer } of await everyAnswer()) {
      tags.set(canonical, (tags.get(canonical) ?? new Set()).add(answer.headers["etag"] ?? "none"));
    }
    const all = [...tags.values()].flatMap((ofOne) => [...ofOne]);

    expect(all.filter((tag) => !/^"[\x21\x23-\x7e]+"$/.test(tag))).toEqual([]);
    expect([...tags].filter(([, ofOne]) => ofOne.size > 1)).toEqual([]);
    const bodies = new Set((await everyAnswer()).map(({ answer }) => answer.body.toString()));
    expect(new Set(all).size).toBe(bodies.size);
  });

  it("has the shape that the specification gives it, its keys in that order", async () => {
    const ofContract = (await everyAnswer()).filter(({ canonical }) =>
      /^\/(v1|health)\b/.test(canonical),
    );
    const wrong = broken(ofContract, ({ canonical, answer }) => {
      const document: unknown = JSON.parse(answer.body.toString());
      const [, shape] = SHAPES.find(([pattern]) => pattern.test(canonical)) ?? [];
      const { data } = shape?.safeParse(document) ?? {}; // its keys in the schema's order
      return JSON.stringify(data) === JSON.stringify(document);
    });

    expect(wrong).toEqual([]);
  });
});

/** Every path with its looked-up name, the fourth segment, rewritten. */
function withName(rewrite: (name: string) => string): (spelling: string) => string {
  return (spelling) => {
    const segments = spelling
      .split("/")
      .map((segment, at) => (at === 4 ? rewrite(segment) : segment));
    return encodePath(segments.join("/"));
  };
}

/**
 * The dotless ı has no capital of its own outside Turkish, so a locale-independent folding cannot
 * lead back to it.
 */
const hasNoCapital = ({ spelling }: Fetched): boolean => spelling.includes("ı");

describe("every name that resolves", () => {
  it("resolves with every byte percent-encoded", async () => {
    const answers = await fetchAll(encodeEveryByte);

    expect(broken(answers, ({ answer }) => answer.status === 200)).toEqual([]);
  });

  it("leads to its own document in any writing, not to another one", async () => {
    const answers = await fetchAll(withName((name) => name.normalize("NFD").toUpperCase()));
    const wrong = broken(answers, (one) => {
      if (hasNoCapital(one)) return true;
      const { spelling, canonical, answer } = one;
      const asked = spelling
        .split("/")
        .map((part, at) => (at === 4 ? part.normalize("NFD").toUpperCase() : part));
      return (
        answer.headers["content-location"] ===
        (asked.join("/") === canonical ? undefined : canonical)
      );
    });

    expect(wrong).toEqual([]);
  });
});
