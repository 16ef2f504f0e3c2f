import { describe, expect, it } from "vitest";
import {
  credentialOf,
  type Identity,
  type Verdict,
  type Verifier,
} from "../../proxy/auth/identity.ts";
import { createCheckLimiter, createIdentify } from "../../proxy/gate/identify.ts";
import { createMemoryWindows } from "../../proxy/limit/windows.ts";

const LIMIT = 60;
const HOME = "address:192.0.2.1";
const GOOD: Verdict = { kind: "keyed", id: "key:good", scopes: [] };
const BAD: Verdict = { kind: "rejected", reason: "not active" };
const AWAY = { kind: "unavailable", reason: "the service does not answer" } as const;
const NO_ANSWER: Verdict = { ...AWAY, isAboutCredential: true };

/** What the service that knows keys says of one, and how often it was asked. */
function callers(answer: (key: string) => Verdict) {
  const asked: string[] = [];
  const clock = { now: 0 };
  const verifier: Verifier = {
    check: (key, allow = (check) => check()) =>
      key.text.startsWith("gdr_known") ? GOOD : allow(async () => ask(key.text)),
  };
  const ask = (key: string) => {
    asked.push(key);
    return answer(key);
  };
  const rejections = { windows: createMemoryWindows(60, () => clock.now), limit: LIMIT };
  const identify = createIdentify(
    {
      keyFile: { find: ({ text }) => (text === "gdr_file" ? GOOD : undefined) },
      introspection: verifier,
      accessTokens: verifier,
    },
    rejections,
    createCheckLimiter(rejections),
  );
  const present = async (text: string, address = HOME) => {
    const kind = text.startsWith("gdr_") ? "key" : "token";
    return (await identify({ kind, ...credentialOf(text) }, address)).kind;
  };
  const malformed = async () => (await identify({ kind: "malformed", reason: "twice" }, HOME)).kind;
  const all = (texts: string[]) => Promise.all(texts.map((text) => present(text)));
  return { asked, clock, present, malformed, all };
}

const madeUp = (count: number) => Array.from({ length: count }, (_, at) => `gdr_made-up-${at}`);
const made = (count: number) => Array.from({ length: count }, (_, at) => `ey.made-up.${at}`);

describe("an address with a thousand made-up credentials", () => {
  it.each([
    ["keys, one after the other", madeUp(1_000), false],
    ["keys, at once", madeUp(1_000), true],
    ["tokens, at once", made(1_000), true],
    ["keys and tokens, at once", [...madeUp(500), ...made(500)], true],
  ])("causes 60 checks: %s", async (_, credentials, isAtOnce) => {
    const { asked, all, present } = callers(() => BAD);
    const kinds: Identity["kind"][] = [];
    if (isAtOnce) kinds.push(...(await all(credentials)));
    else for (const credential of credentials) kinds.push(await present(credential));

    expect(asked).toHaveLength(LIMIT);
    expect(kinds.filter((kind) => kind === "rejected")).toHaveLength(LIMIT);
    expect(kinds.filter((kind) => kind === "spent")).toHaveLength(1_000 - LIMIT);
  });

  it("causes 60 checks also where the service has no answer to such keys", async () => {
    const { asked, all } = callers(() => NO_ANSWER);
    await all(madeUp(1_000));

    expect(asked).toHaveLength(LIMIT);
  });

  it("causes no more checks at once than rejections are left to it", async () => {
    const { asked, all } = callers(() => BAD);
    await all(made(LIMIT - 10));
    await all(madeUp(LIMIT));

    expect(asked).toHaveLength(LIMIT);
  });

  it("causes none after 60 credentials that are none at all", async () => {
    const { asked, malformed, present } = callers(() => BAD);
    for (let count = 0; count < LIMIT; count += 1) await malformed();

    expect(await present("gdr_made-up")).toBe("spent");
    expect(asked).toEqual([]);
  });

  it("is checked again in its next window", async () => {
    const { asked, all, clock } = callers(() => BAD);
    await all(madeUp(LIMIT + 1));
    clock.now += 60_000;
    await all(madeUp(LIMIT + 1));

    expect(asked).toHaveLength(2 * LIMIT);
  });
});

it.each([
  ["a key of the file", "gdr_file", "keyed"],
  ["a key or token that is known as good", "gdr_known", "keyed"],
  ["a good key that is not known yet", "gdr_good", "spent"],
  ["a good token that is not known yet", "ey.good", "spent"],
])("whose network has spent its rejections %s is %s -> %s", async (_, credential, kind) => {
  const { all, present } = callers((key) => (key.includes("good") ? GOOD : BAD));
  await all(madeUp(LIMIT + 1));

  expect(await present(credential)).toBe(kind);
  expect(await present("gdr_good", "address:192.0.2.2")).toBe("keyed");
});

describe("good credentials that are not known yet", () => {
  it("are all checked, however many come from one address at once", async () => {
    const { all } = callers(() => GOOD);

    expect(new Set(await all(madeUp(1_000)))).toEqual(new Set(["keyed"]));
  });

  it("are all checked beside bad ones, while there are fewer of those than the limit", async () => {
    const { all } = callers((key) => (key.endsWith("7") ? BAD : GOOD));
    const kinds = await all(madeUp(500));

    expect(kinds.filter((kind) => kind === "keyed")).toHaveLength(450);
    expect(kinds.filter((kind) => kind === "rejected")).toHaveLength(50);
  });
});

describe("while the service is away", () => {
  it("an address gets the reason 60 times, and is refused from then on", async () => {
    const { all } = callers(() => AWAY);
    const kinds = await all(madeUp(100));

    expect(kinds.filter((kind) => kind === "unavailable")).toHaveLength(LIMIT);
    expect(kinds.filter((kind) => kind === "spent")).toHaveLength(40);
  });

  it("and back, nobody is held by that", async () => {
    const answer: { verdict: Verdict } = { verdict: AWAY };
    const { all } = callers(() => answer.verdict);
    await all(madeUp(100));
    answer.verdict = GOOD;

    expect(new Set(await all(madeUp(100)))).toEqual(new Set(["keyed"]));
  });
});
