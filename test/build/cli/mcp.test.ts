import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcpServer } from "../../../build/cli/mcp.ts";
import { REAL_DATA } from "../../helpers/real-data.ts";

let client: Client;

beforeAll(async () => {
  const [mine, other] = InMemoryTransport.createLinkedPair();
  await createMcpServer(REAL_DATA).connect(other);
  client = new Client({ name: "test", version: "1" });
  await client.connect(mine);
});
afterAll(() => client.close());

/** What a tool answers: its JSON, or the words of its refusal. */
async function ask(name: string, args: Record<string, unknown>): Promise<unknown> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = Array.isArray(content) ? content : [];
  const text = first?.type === "text" ? first.text : "";
  return isError === true ? text : JSON.parse(text);
}

describe("an assistant", () => {
  it("finds what it can ask", async () => {
    const { tools } = await client.listTools();
    const names = ["lookup_name", "get_hero", "get_map", "get_patch", "list_changes"];
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(tools.filter(({ outputSchema }) => outputSchema?.["type"] !== "object")).toEqual([]);
  });

  it.each(["ana", "Ana", "아나", "アナ"])("gets a hero by any name: %s", async (name) => {
    const { document, details } = (await ask("get_hero", { name })) as Record<string, object>;
    expect(document).toMatchObject({ id: "ana", role: "support", health: { total: 250 } });
    expect(document).not.toHaveProperty("portrait");
    expect(details).toMatchObject({ id: "ana", sources: expect.any(Array) });
  });

  it("gets a hero or a map as of a date: of the newest patch on or before it", async () => {
    const then = { as_of: "2026-08-13" };
    expect(await ask("get_hero", { name: "sombra", ...then })).toMatchObject({
      patch: "2026-08-12",
      document: { role: "damage" },
    });
    expect(await ask("get_map", { name: "Ilios", ...then })).toMatchObject({
      document: { id: "ilios" },
    });
  });

  it.each<[tool: string, args: Record<string, unknown>, message: RegExp]>([
    ["lookup_name", { name: "Lucioo" }, /^no hero or map is called "Lucioo"; did you mean .*lucio/],
    ["get_hero", { name: "Ilios" }, /^no hero is called "Ilios"$/],
    ["get_hero", { name: "ana", asof: "2026-08-13" }, /asof/],
    ["get_hero", { name: "doctrine", as_of: "2020-01-01" }, /^doctrine was not in the game as of /],
    ["get_map", { name: "ilios", as_of: "2001-01-01" }, /complete only from 2016-05-24 on/],
    ["get_patch", { patch: "2026-10-07-b" }, /^no patch "2026-10-07-b" is recorded; /],
    ["list_changes", { since: "2026-02-30" }, /since/],
  ])("is told what is wrong: %s %j", async (tool, args, message) => {
    expect(await ask(tool, args)).toMatch(message);
  });

  it("gets a patch with effects and how complete its record is", async () => {
    expect(await ask("get_patch", { patch: "latest" })).toMatchObject({
      completeness: { state: expect.stringMatching(/^(complete|partial)$/) },
      heroes: expect.arrayContaining([expect.objectContaining({ effect: expect.any(String) })]),
    });
  });

  it("lists what changed of one hero since a date", async () => {
    const { changes } = await listChanges({ since: "2026-02-01", name: "Mercy" });
    expect(changes.length).toBeGreaterThan(0);
    for (const { target, patch } of changes)
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
      const page = await listChanges({ since: "2026-06-01", offset });
      expect(page.changes.length).toBeLessThanOrEqual(50);
      seen.push(...page.changes.map((change) => JSON.stringify(change)));
      ({ nextOffset: offset, total } = page);
    }
    expect(total).toBeGreaterThan(100);
    expect(new Set(seen).size).toBe(total);
  });
});

type ChangePage = {
  total: number;
  nextOffset: number | null;
  changes: { patch: string; target: string }[];
};

async function listChanges(args: Record<string, unknown>): Promise<ChangePage> {
  return (await ask("list_changes", args)) as ChangePage;
}
