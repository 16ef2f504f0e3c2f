import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Command } from "commander";
import * as z from "zod";
import { type Names, namesOf } from "../client/names.ts";
import { packageVersion } from "../core/package.ts";
import { PatchDetailsSchema } from "../core/schema/details.ts";
import { PatchIdSchema } from "../core/schema/values.ts";
import { type GameData, newestPatch } from "../generator/data/game-data.ts";
import { referenceAsOf } from "../generator/documents/contract.ts";
import { byId, fullGameAsOf } from "../generator/full/full-game.ts";
import { DATA_TO_READ, dataToRead, offeredPatch, readableData } from "./terminal/data-folder.ts";
import { didYouMean } from "./terminal/table.ts";
import { EXIT, InputError } from "./terminal/terminal.ts";

/** `gamedata mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("run a Model Context Protocol server on standard input and output")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(({ data: dir }: { data: string }) => {
      const data = readableData(dir);
      serveStdio(() => createMcpServer(data), { onerror });
    });
}

function onerror({ message }: Error): void {
  process.stderr.write(`gamedata mcp: ${message}\n`);
  // The library closes the connection after a message that is too long, and says nothing.
  if (message.includes("maximum size")) process.exitCode = EXIT.inputAtFault;
}

/** How many changes one answer has, some 20 KB of JSON. */
const MOST_CHANGES = 50;

const NameSchema = z
  .string()
  .max(255)
  .describe("An id, a name in any language of the data, or an alias. Letter case does not matter.");

const AsOfSchema = z
  .string()
  .optional()
  .describe("A date (YYYY-MM-DD): the state after the newest patch on or before it. Default: now.");

const PATCH = { patch: PatchIdSchema.describe("The patch that the answer describes.") };
const READ_ONLY = { annotations: { readOnlyHint: true } };
const ResourceSchema = z.looseObject({ id: z.string() });

const INSTRUCTIONS =
  "Facts about Overwatch, as in the documents of the site. Every answer has the patch that it " +
  "describes. `since` says since which patch a value has been so; without it, the value has been " +
  "so at least since `onRecordSince`. `source` says where it was read. `gap` and `gaps` say " +
  "where the evidence is thin.";

/** Creates a Model Context Protocol server that answers with documents. It is read-only. */
export function createMcpServer(data: GameData): McpServer {
  const version = packageVersion();
  const info = { name: "gamedata-reference", title: "Game Data Reference", version };
  const server = new McpServer(info, { instructions: INSTRUCTIONS });
  const names = namesOf(data);
  server.registerTool(
    "lookup_name",
    {
      description: "What a name means: a hero, a map, a variant of a map, an ability or a perk.",
      inputSchema: z.strictObject({ name: NameSchema }),
      outputSchema: z.object({ ...PATCH, found: z.array(z.looseObject({ path: z.string() })) }),
      ...READ_ONLY,
    },
    toTool(({ name }) => {
      const found = names.meanings(name);
      if (found.length === 0) throw unknownName(names, name);
      return { patch: newestPatch(data), found };
    }),
  );
  addResourceTools(server, data, names);
  addPatchTools(server, data, names);
  return server;
}

function addResourceTools(server: McpServer, data: GameData, names: Names): void {
  for (const [tool, collection, description] of [
    ["get_hero", "heroes", "A hero: health, kit, figures with units and sources, perks."],
    ["get_map", "maps", "A map with its mode and its cosmetic variants."],
  ] as const) {
    server.registerTool(
      tool,
      {
        description,
        inputSchema: z.strictObject({ name: NameSchema, as_of: AsOfSchema }),
        outputSchema: z.object({
          ...PATCH,
          document: ResourceSchema.describe("As the API has it."),
          details: ResourceSchema.describe("Each value with unit, since and source."),
        }),
        ...READ_ONLY,
      },
      toTool(({ name, as_of }) => {
        const { id } = names[collection].resolve(name) ?? {};
        if (id === undefined) throw unknownName(names, name, collection);
        const patch = as_of === undefined ? newestPatch(data) : offeredPatch(data, as_of);
        const reference = referenceAsOf(data, patch, NO_ADDRESSES);
        const [document, details] = [reference, reference.full].map((game) =>
          game[collection].find((thing) => thing.id === id),
        );
        if (document === undefined)
          throw new InputError(`${id} was not in the game as of ${patch}`);
        return { patch, document, details };
      }),
    );
  }
}

function addPatchTools(server: McpServer, data: GameData, names: Names): void {
  const patches = () => fullGameAsOf(data, newestPatch(data), NO_ADDRESSES).patches;
  server.registerTool(
    "get_patch",
    {
      description: "A patch with every recorded change, its effect, note and source.",
      inputSchema: z.strictObject({ patch: z.string().describe('Its id or day, or "latest".') }),
      outputSchema: PatchDetailsSchema,
      ...READ_ONLY,
    },
    toTool(({ patch }) => {
      const id = patch === "latest" ? newestPatch(data) : offeredPatch(data, patch);
      return byId(patches(), id);
    }),
  );
  server.registerTool(
    "list_changes",
    {
      description: "What patches changed since a date, newest first; of one hero or map, if named.",
      inputSchema: z.strictObject({
        since: z.iso.date().describe("Changes of patches on or after this date."),
        name: NameSchema.optional(),
        offset: z.int().nonnegative().default(0).describe("nextOffset of the answer before."),
      }),
      outputSchema: z.object({
        total: z.int().describe("How many changes there are in all."),
        changes: z.array(PatchDetailsSchema.shape.changes.element.extend(PATCH)),
        nextOffset: z.int().nullable().describe("Where the next answer begins; null at the end."),
      }),
      ...READ_ONLY,
    },
    toTool(({ since, name, offset }) => {
      const [path] = name === undefined ? [""] : names.meanings(name).map((one) => one.path);
      if (name !== undefined && path === undefined) throw unknownName(names, name);
      const all = patches()
        .filter(({ date }) => date >= since)
        .flatMap(({ id, changes }) =>
          changes
            .filter(({ target }) => `${target}/`.startsWith(path ? `${path}/` : ""))
            .map((change) => ({ patch: id, ...change })),
        );
      const end = offset + MOST_CHANGES;
      const nextOffset = end < all.length ? end : null;
      return { total: all.length, changes: all.slice(offset, end), nextOffset };
    }),
  );
}

function unknownName(names: Names, name: string, only?: "heroes" | "maps"): InputError {
  const near = names.nearest(name).filter(({ path }) => path.startsWith(only ?? ""));
  const what = only === undefined ? "hero or map" : { heroes: "hero", maps: "map" }[only];
  return new InputError(`no ${what} is called ${JSON.stringify(name)}${didYouMean(near)}`);
}

/** Only a deployment has addresses of pictures, so answers leave them out. */
const NO_ADDRESSES = { baseUrl: "https://example.org", assetsUrl: "https://example.org" };

function withoutAddresses(key: string, value: unknown): unknown {
  return key === "portrait" || key === "thumbnail" ? undefined : value;
}

/** A tool that answers with an object, or with the message of an `InputError`. */
function toTool<Input>(answer: (input: Input) => object) {
  const content = (text: string) => [{ type: "text" as const, text }];
  return (input: Input) => {
    try {
      const text = JSON.stringify(answer(input), withoutAddresses, 2);
      return { content: content(text), structuredContent: JSON.parse(text) };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { content: content(error.message), isError: true };
    }
  };
}
