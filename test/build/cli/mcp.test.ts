import { PassThrough, Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messagesOf } from "../../../build/cli/mcp/requests.ts";
import { REAL_DATA } from "../../helpers/real-data.ts";
import { assistantOf } from "../../helpers/site.ts";

let client: Client;

beforeAll(async () => {
  client = await assistantOf(REAL_DATA);
});
afterAll(() => client.close());

/** What a tool answers: rows or documents, or the words of its refusal. No answer is too long. */
async function ask(name: string, args: Record<string, unknown>) {
  const answer = await client.callTool({ name, arguments: args });
  const [first] = answer.content;
  const text = first?.type === "text" ? first.text : "";
  if (args["full"] !== true) {
    expect(Buffer.byteLength(text)).toBeLessThan(12_000);
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(24_000);
  }
  return answer.isError === true ? text : answer.structuredContent;
}

describe("an assistant", () => {
  it("finds what it can ask", async () => {
    const { tools } = await client.listTools();
    const names = ["lookup_name", "get_hero", "get_map", "get_patch", "list_changes"];
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(tools.filter(({ outputSchema }) => outputSchema?.["type"] !== "object")).toEqual([]);
  });

  it.each(["ana", " Ana ", "아나", "アナ"])("gets a hero by any name: %s", async (name) => {
    const { rows, ...hero } = await rowsOf("get_hero", { name });
    expect(hero).toMatchObject({
      id: "ana",
      role: "support",
      health: { total: expect.any(Number) },
    });
    expect(rows[0]).toMatchObject({ id: "sleep-dart", kind: "Ability 1" });
    expect(rows[0]?.["figures"]).toMatch(/^cooldown \d+\ss /);
  });

  it("gets one ability with its sources, and the whole document where it wants it", async () => {
    const ability = await ask("get_hero", { name: "mercy", ability: "발키리" });
    expect(ability).toMatchObject({
      hero: "mercy",
      part: { id: "valkyrie", figures: expect.any(Array) },
    });
    const { document, details } = (await ask("get_hero", { name: "mercy", full: true })) as Record<
      string,
      object
    >;
    expect(document).not.toHaveProperty("portrait");
    expect(details).toMatchObject({ id: "mercy", sources: expect.any(Array) });
  });

  it("gets a hero or a map as of a date: of the newest patch on or before it", async () => {
    const then = { as_of: "2026-08-13" };
    expect(await ask("get_hero", { name: "sombra", ...then })).toMatchObject({
      patch: "2026-08-12",
      role: "damage",
    });
    expect(await ask("get_map", { name: "Ilios", ...then })).toMatchObject({
      document: { id: "ilios" },
    });
  });

  it.each([
    ["lookup_name", { name: "Lucioo" }, /^no hero or map is called "Lucioo"; did you mean .*lucio/],
    ["get_hero", { name: "Ilios" }, /^no hero is called "Ilios"$/],
    ["get_hero", { name: "ana", asof: "2026-08-13" }, /asof/],
    ["get_hero", { name: "doctrine", as_of: "2020-01-01" }, /^doctrine was not in the game as of /],
    ["get_map", { name: "ilios", as_of: "2001-01-01" }, /complete only from 2016-05-24 on/],
    [
      "get_hero",
      { name: "ana", ability: "Blink" },
      /^Ana has no ability or perk "Blink", but Sleep Dart, /,
    ],
    [
      "get_map",
      { name: "Hanamura" },
      /^Hanamura: a map of Assault, in core play until 2022-10-04; /,
    ],
    [
      "get_patch",
      { patch: "2026-10-07" },
      /^no patch "2026-10-07" is recorded; did you mean 2026-10-06\?$/,
    ],
    ["get_patch", { patch: "latest", hero: "Ilios" }, /^no hero is called "Ilios"$/],
    ["list_changes", { since: "2026-02-30" }, /since/],
  ])("is told what is wrong: %s %j", async (tool, args, message) => {
    expect(await ask(tool, args)).toMatch(message);
  });

  it.each([
    [{ hero: "솜브라" }, /^heroes\/sombra\//],
    [{ role: "tank", effect: "buff" }, /^heroes\/(domina|dva|roadhog)\//],
    [{ effect: "rule" }, /^(modes|heroes\/sombra)\//],
  ])("gets the changes of a patch by a filter: %j", async (filter, target) => {
    const { rows } = await rowsOf("get_patch", { patch: "2026-10-06", ...filter });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row["target"]).toMatch(target);
      if ("effect" in filter) expect(row["effect"]).toBe(filter.effect);
    }
  });

  it("gets every hero and every patch in answers that are short", async () => {
    for (const { id } of REAL_DATA.heroes) await ask("get_hero", { name: id });
    for (const { id } of REAL_DATA.patches.slice(0, 40)) {
      await ask("get_patch", { patch: id });
      await ask("get_patch", { patch: id, effect: "new" });
    }
  });

  it("lists what changed of one hero since a date", async () => {
    const { rows } = await rowsOf("list_changes", { since: "2026-02-01", name: "Mercy" });
    expect(rows.length).toBeGreaterThan(0);
    for (const { target, patch } of rows)
      expect([target, patch]).toEqual([
        expect.stringMatching(/^heroes\/mercy\//),
        expect.stringMatching(/^2026-/),
      ]);
  });

  it("reads a long list in pages, each change once", async () => {
    const seen: string[] = [];
    let offset: number | null = 0;
    let total = 0;
    while (offset !== null) {
      const page = await rowsOf("list_changes", { since: "2026-06-01", offset });
      seen.push(...page.rows.map((row) => JSON.stringify(row)));
      ({ nextOffset: offset, total } = page);
    }
    expect(total).toBeGreaterThan(100);
    expect(seen).toHaveLength(total);
  });
});

type Rows = {
  total: number;
  nextOffset: number | null;
  rows: Record<string, string>[];
};

async function rowsOf(tool: string, args: Record<string, unknown>) {
  return (await ask(tool, args)) as Rows;
}

it("answers what is not a request with the codes of JSON-RPC, and hands on the rest", async () => {
  const lines = [
    ['{"jsonrpc":"2.0","id":4,"method":"tools/call","params":null}', 4, -32600],
    ['{"jsonrpc":"2.0","id":10,"method":"tools/list","params":[]}', 10, -32600],
    ['{"id":8,"method":"ping"}', 8, -32600],
    ['{"jsonrpc":"2.0","id":9}', 9, -32600],
    ['[{"jsonrpc":"2.0","id":6,"method":"ping"}]', null, -32600],
    ["{broken", null, -32700],
  ] as const;
  const good = '{"jsonrpc":"2.0","id":11,"method":"ping"}';
  const output = new PassThrough();
  const faults: string[] = [];
  const input = [...lines.map(([line]) => line), "", good].join("\n"); // the last has no end
  const messages = messagesOf(Readable.from([Buffer.from(input)]), output, ({ message }) =>
    faults.push(message),
  );
  expect((await messages.toArray()).join("")).toBe(`${good}\n`);
  const answers = `${output.read()}`
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject(lines.map(([, id, code]) => ({ id, error: { code } })));
  expect(faults).toHaveLength(lines.length);
});

it("no further line is read while more than 1 MB of answers waits for a reader", async () => {
  const output = new PassThrough();
  output.write(Buffer.alloc(2_000_000));
  const input = Readable.from([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')]);
  const next = messagesOf(input, output, () => {})
    .iterator()
    .next();
  expect(await Promise.race([next, wait(20, "waits")])).toBe("waits");
  output.resume();
  expect((await next).done).toBe(false);
});
