import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { GameData } from "../../generator/data/reference.ts";
import { AssistantAnswers, type ToolAnswer } from "./assistant-answers.ts";

const NameSchema = z
  .string()
  .max(255)
  .describe("An id, a name in any language of the data, or an alias. Letter case does not matter.");

const AsOfSchema = z
  .string()
  .optional()
  .describe("A date (YYYY-MM-DD): the state after the newest patch on or before it. Default: now.");

/** Creates a Model Context Protocol server that answers from checked data. It is read-only. */
export function createMcpServer(data: GameData, version: string): McpServer {
  const answers = new AssistantAnswers(data);
  const server = new McpServer(
    { name: "gamedata-reference", title: "Game Data Reference", version },
    {
      instructions:
        "Facts about Overwatch. Every answer names the patch that it describes. " +
        "`since` says since which patch a value has been so; without it, the value has been so " +
        "at least since `onRecordSince`. `source` says where it was read. " +
        "`gap` and `gaps` say where the evidence is thin. What is null is not known.",
    },
  );

  addToolsOfOne(server, answers);
  addToolsOfSeveral(server, answers);
  return server;
}

/** Adds the tools about one thing. */
function addToolsOfOne(server: McpServer, answers: AssistantAnswers): void {
  server.registerTool(
    "lookup_name",
    {
      title: "Look up a name",
      description: "What a name means: a hero, a map, a variant of a map, or an ability.",
      inputSchema: z.object({ name: NameSchema }),
      annotations: { readOnlyHint: true },
    },
    ({ name }) => toToolResult(answers.lookup(name)),
  );

  server.registerTool(
    "get_hero",
    {
      title: "Get a hero",
      description: "A hero with the whole kit: health, abilities, figures with units, and perks.",
      inputSchema: z.object({ name: NameSchema, as_of: AsOfSchema }),
      annotations: { readOnlyHint: true },
    },
    ({ name, as_of }) => toToolResult(answers.hero(name, as_of)),
  );

  server.registerTool(
    "get_map",
    {
      title: "Get a map",
      description: "A map with its mode and its cosmetic variants.",
      inputSchema: z.object({ name: NameSchema, as_of: AsOfSchema }),
      annotations: { readOnlyHint: true },
    },
    ({ name, as_of }) => toToolResult(answers.map(name, as_of)),
  );

  server.registerTool(
    "get_patch",
    {
      title: "Get a patch",
      description: "A patch with every recorded change, its effect, note and source.",
      inputSchema: z.object({
        patch: z.string().describe('The id of a patch, such as "2026-10-06", or "latest".'),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ patch }) => toToolResult(answers.patch(patch)),
  );
}

/** Adds the tools about several things. */
function addToolsOfSeveral(server: McpServer, answers: AssistantAnswers): void {
  server.registerTool(
    "compare_heroes",
    {
      title: "Compare heroes",
      description: "Two to four heroes: health and every figure that at least two of them have.",
      inputSchema: z.object({ names: z.array(NameSchema).min(2).max(4), as_of: AsOfSchema }),
      annotations: { readOnlyHint: true },
    },
    ({ names, as_of }) => toToolResult(answers.compare(names, as_of)),
  );

  server.registerTool(
    "list_changes",
    {
      title: "List changes",
      description: "What patches changed since a date, newest first; of one hero or map, if named.",
      inputSchema: z.object({
        since: z.iso.date().describe("Changes of patches on or after this date."),
        name: NameSchema.optional(),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ since, name }) => toToolResult(answers.changes(since, name)),
  );
}

function toToolResult(given: ToolAnswer) {
  const isError = "refused" in given;
  const text = isError ? given.refused : JSON.stringify(given.found, null, 2);
  return { content: [{ type: "text" as const, text }], isError };
}
