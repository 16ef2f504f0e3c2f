import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcpServer } from "../../../../build/cli/mcp/server.ts";
import { checkedData } from "../../../../build/cli/terminal/data-folder.ts";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";

let client: Client;

beforeAll(async () => {
  const [mine, other] = InMemoryTransport.createLinkedPair();
  await createMcpServer(checkedData(PACKAGE_DATA), "1.2.3").connect(other);
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
    expect(tools.map(({ name }) => name)).toEqual([
      "lookup_name",
      "get_hero",
      "get_map",
      "get_patch",
      "compare_heroes",
      "list_changes",
    ]);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(tools.filter(({ outputSchema }) => outputSchema?.["type"] !== "object")).toEqual([]);
  });

  it("is told which argument a tool does not have", async () => {
    const { content, isError } = await client.callTool({
      name: "get_hero",
      arguments: { name: "ana", asof: "2026-08-13" },
    });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining("asof")]);
  });

  it.each(["ana", "Ana", "아나", "アナ"])("gets a hero by any name: %s", async (name) => {
    expect(await ask("get_hero", { name })).toMatchObject({
      patch: expect.stringMatching(/^\d{4}-\d{2}-\d{2}/),
      hero: { id: "ana", role: "support" },
      details: { id: "ana", sources: expect.arrayContaining([expect.anything()]) },
    });
  });

  it("learns the unit of each figure, and since which patch it has been so", async () => {
    const { details } = (await ask("get_hero", { name: "ana" })) as {
      details: { onRecordSince: string; abilities: { figures: object[] }[] };
    };
    const figures = details.abilities.flatMap((ability) => ability.figures);
    expect(figures.length).toBeGreaterThan(10);
    expect(figures.filter((figure) => !("unit" in figure))).toEqual([]);
    expect(details.onRecordSince).toMatch(/^\d{4}-\d{2}-\d{2}/);
    expect(figures.some((figure) => "since" in figure)).toBe(true);
  });

  it("gets a hero as of a date: of the newest patch on or before it", async () => {
    expect(await ask("get_hero", { name: "ana", as_of: "2026-08-13" })).toMatchObject({
      patch: "2026-08-12",
    });
  });

  it("gets the nearest names if one does not resolve", async () => {
    expect(await ask("lookup_name", { name: "Lucioo" })).toMatch(
      /^No hero or map is called "Lucioo"\. Did you mean .*heroes\/lucio/,
    );
  });

  it("gets the newest patch, with effects and how complete its record is", async () => {
    expect(await ask("get_patch", { patch: "latest" })).toMatchObject({
      completeness: { state: expect.stringMatching(/^(complete|partial)$/) },
      heroes: expect.arrayContaining([expect.objectContaining({ effect: expect.any(String) })]),
    });
  });

  it("gets the newest patches if one is not recorded", async () => {
    expect(await ask("get_patch", { patch: "2026-10-07" })).toMatch(
      /^No patch 2026-10-07 is recorded\. The newest are /,
    );
  });

  it("compares heroes by values that they share", async () => {
    expect(await ask("compare_heroes", { names: ["Ana", "Mercy"] })).toMatchObject({
      heroes: ["ana", "mercy"],
      values: expect.arrayContaining([
        {
          value: "health: health",
          unit: "hp",
          of: {
            ana: { value: 250, since: "2024-02-13", source: expect.stringMatching(/^https:/) },
            mercy: expect.objectContaining({ value: 225 }),
          },
        },
      ]),
    });
  });

  it("lists what changed of one hero since a date, each with its patch and source", async () => {
    const { changes } = await listChanges({ since: "2026-02-01", name: "Mercy" });
    expect(changes.length).toBeGreaterThan(0);
    expect(
      changes.filter(({ text, date }) => !text.startsWith("Mercy") || date < "2026-02"),
    ).toEqual([]);
    expect(changes.filter(({ patch, source }) => patch === "" || source === null)).toEqual([]);
  });

  it("reads a long list in pages, each change once", async () => {
    const seen: string[] = [];
    let offset: number | null = 0;
    let total = 0;
    while (offset !== null) {
      const page = await listChanges({ since: "2025-01-01", offset });
      expect(page.changes.length).toBeLessThanOrEqual(50);
      seen.push(...page.changes.map((change) => JSON.stringify(change)));
      ({ nextOffset: offset, total } = page);
    }
    expect(total).toBeGreaterThan(500);
    expect(seen).toHaveLength(total);
  });
});

type ChangePage = {
  total: number;
  nextOffset: number | null;
  changes: { patch: string; date: string; text: string; source: string | null }[];
};

async function listChanges(args: Record<string, unknown>): Promise<ChangePage> {
  return (await ask("list_changes", args)) as ChangePage;
}
