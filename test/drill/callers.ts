import type { LIMITS, Service } from "./world.ts";

/** A kind of caller, and the answers that it must get. */
export type Caller = {
  name: string;
  /** How often it calls, relative to the others. */
  share: number;
  headers: (turn: number) => Record<string, string>;
  tier: keyof Pick<typeof LIMITS, "anonymous" | "keyed">;
  /** The statuses with which it may be refused. 429 is right only beyond the limit. */
  refused: readonly number[];
  /** Whether it may also be served. */
  isServed: boolean;
};

/** All kinds of callers. Only one of them goes beyond its limit. */
export function callersOf(world: Service): Caller[] {
  const { keys } = world;
  const from = (caller: string) => ({ [world.addressHeader]: caller });
  const pick = (all: readonly string[], turn: number): string => all[turn % all.length] ?? "";
  const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
  // While the authorization server is away, a new worker does not know its keys. Then a token gets
  // 500 and not 401, and the address gets 429 once it has had as many 500 as its limit allows.
  const orUnavailable = () => (performance.now() < world.authorizationAwayUntil ? [500, 429] : []);
  return [
    {
      name: "anonymous, from many addresses",
      share: 8,
      headers: (turn) => from(address(10, turn)),
      tier: "anonymous",
      refused: [],
      isServed: true,
    },
    {
      name: "anonymous, far beyond the limit",
      share: 2,
      headers: () => from("192.0.2.1"),
      tier: "anonymous",
      refused: [429],
      isServed: true,
    },
    {
      name: "a key, in either header",
      share: 6,
      headers: (turn) =>
        turn % 2 === 0 ? { "x-api-key": pick(keys.good, turn) } : bearer(pick(keys.good, turn)),
      tier: "keyed",
      refused: [],
      isServed: true,
    },
    {
      name: "an access token",
      share: 6,
      headers: (turn) => bearer(pick(world.tokens, turn)),
      tier: "keyed",
      get refused() {
        return orUnavailable();
      },
      isServed: true,
    },
    {
      name: "a key without the scope",
      share: 1,
      headers: () => ({ "x-api-key": keys.scopeless }),
      tier: "keyed",
      refused: [403, 429],
      isServed: false,
    },
    {
      name: "a key that nobody issued",
      share: 1,
      headers: (turn) => ({
        "x-api-key": `gdr_${"x".repeat(36)}`,
        ...from(address(11, turn)),
      }),
      tier: "anonymous",
      refused: [401],
      isServed: false,
    },
    {
      name: "a token that was tampered with",
      share: 1,
      headers: (turn) => ({
        ...bearer(`${pick(world.tokens, turn).slice(0, -12)}AAAAAAAAAAAA`),
        ...from(address(12, turn)),
      }),
      tier: "anonymous",
      get refused() {
        return [401, ...orUnavailable()];
      },
      isServed: false,
    },
  ];
}

/** One of 65,536 addresses. They come in turn. */
function address(first: number, turn: number): string {
  return `${first}.0.${(turn >> 8) & 255}.${turn & 255}`;
}
