import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import {
  ChangeDetailsSchema,
  FigureSchema,
  HeroDetailsSchema,
  PatchDetailsSchema,
} from "../../core/schema/details.ts";
import { HeroSchema } from "../../core/schema/hero.ts";
import { MapSchema } from "../../core/schema/map.ts";
import { PatchIdSchema } from "../../core/schema/values.ts";
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

const PATCH = { patch: PatchIdSchema.describe("The patch that the answer describes.") };

const MeaningsSchema = z.object({
  ...PATCH,
  name: z.string(),
  found: z.array(z.looseObject({ path: z.string(), name: z.string() })),
});

const HeroAnswerSchema = z.object({
  ...PATCH,
  hero: HeroSchema.omit({ portrait: true }),
  details: HeroDetailsSchema,
});

const MapAnswerSchema = z.object({
  ...PATCH,
  map: MapSchema.omit({ thumbnail: true, variants: true }).extend({
    variants: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

const ComparisonSchema = z.object({
  ...PATCH,
  heroes: z.array(z.string()),
  values: z.array(
    z.object({
      value: z.string(),
      unit: z.string(),
      of: z.record(z.string(), FigureSchema.pick({ value: true, since: true, source: true })),
    }),
  ),
});

const ChangesSchema = z.object({
  since: z.string(),
  upTo: PatchIdSchema,
  total: z.int().describe("How many changes there are in all."),
  changes: z.array(
    ChangeDetailsSchema.pick({
      text: true,
      effect: true,
      scope: true,
      note: true,
      source: true,
    }).extend({ ...PATCH, date: z.string() }),
  ),
  nextOffset: z.int().nullable().describe("Where the next answer begins; null after the last."),
});

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
      inputSchema: z.strictObject({ name: NameSchema }),
      outputSchema: MeaningsSchema,
      annotations: { readOnlyHint: true },
    },
    ({ name }) => toToolResult(answers.lookup(name)),
  );

  server.registerTool(
    "get_hero",
    {
      title: "Get a hero",
      description: "A hero with the whole kit: health, abilities, figures with units, and perks.",
      inputSchema: z.strictObject({ name: NameSchema, as_of: AsOfSchema }),
      outputSchema: HeroAnswerSchema,
      annotations: { readOnlyHint: true },
    },
    ({ name, as_of }) => toToolResult(answers.hero(name, as_of)),
  );

  server.registerTool(
    "get_map",
    {
      title: "Get a map",
      description: "A map with its mode and its cosmetic variants.",
      inputSchema: z.strictObject({ name: NameSchema, as_of: AsOfSchema }),
      outputSchema: MapAnswerSchema,
      annotations: { readOnlyHint: true },
    },
    ({ name, as_of }) => toToolResult(answers.map(name, as_of)),
  );

  server.registerTool(
    "get_patch",
    {
      title: "Get a patch",
      description: "A patch with every recorded change, its effect, note and source.",
      inputSchema: z.strictObject({
        patch: z.string().describe('The id of a patch, such as "2026-10-06", or "latest".'),
      }),
      outputSchema: PatchDetailsSchema,
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
      inputSchema: z.strictObject({ names: z.array(NameSchema).min(2).max(4), as_of: AsOfSchema }),
      outputSchema: ComparisonSchema,
      annotations: { readOnlyHint: true },
    },
    ({ names, as_of }) => toToolResult(answers.compare(names, as_of)),
  );

  server.registerTool(
    "list_changes",
    {
      title: "List changes",
      description: "What patches changed since a date, newest first; of one hero or map, if named.",
      inputSchema: z.strictObject({
        since: z.iso.date().describe("Changes of patches on or after this date."),
        name: NameSchema.optional(),
        offset: z.int().nonnegative().default(0).describe("nextOffset of the answer before."),
      }),
      outputSchema: ChangesSchema,
      annotations: { readOnlyHint: true },
    },
    ({ since, name, offset }) => toToolResult(answers.changes(since, name, offset)),
  );
}

function toToolResult(given: ToolAnswer) {
  const content = (text: string) => [{ type: "text" as const, text }];
  if ("refused" in given) return { content: content(given.refused), isError: true };
  const structuredContent = { ...given.found };
  return { content: content(JSON.stringify(structuredContent, null, 2)), structuredContent };
}
