import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { type Names, namesOf } from "../../client/names.ts";
import { newestFirst } from "../../core/schema/day.ts";
import { PatchDetailsSchema } from "../../core/schema/details.ts";
import { PatchIdSchema } from "../../core/schema/values.ts";
import { type GameData, newestPatch } from "../../generator/data/game-data.ts";
import { documentsInMemory } from "../../generator/make-documents.ts";
import { offeredPatch } from "../terminal/data-folder.ts";
import { describeSuggestion } from "../terminal/table.ts";
import { InputError } from "../terminal/terminal.ts";

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
export function createMcpServer(data: GameData, version: string): McpServer {
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
  const read = createReader(data);
  addResourceTools(server, data, names, read);
  addPatchTools(server, data, names, read);
  return server;
}

function addResourceTools(server: McpServer, data: GameData, names: Names, read: Read): void {
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
          details: ResourceSchema.optional().describe("Each value with unit, since and source."),
        }),
        ...READ_ONLY,
      },
      toTool(({ name, as_of }) => {
        const { id } = names[collection].resolve(name) ?? {};
        if (id === undefined) throw unknownName(names, name, collection);
        const patch = as_of === undefined ? newestPatch(data) : offeredPatch(data, as_of);
        const document = read(patch, `v1/${data.game.id}/${collection}/${id}`);
        if (document === undefined)
          throw new InputError(`${id} was not in the game as of ${patch}`);
        return { patch, document, details: read(patch, `details/${collection}/${id}`) };
      }),
    );
  }
}

function addPatchTools(server: McpServer, data: GameData, names: Names, read: Read): void {
  const detailsOf = (id: string) =>
    PatchDetailsSchema.parse(read(newestPatch(data), `details/patches/${id}`));
  server.registerTool(
    "get_patch",
    {
      description: "A patch with every recorded change, its effect, note and source.",
      inputSchema: z.strictObject({ patch: z.string().describe('Its id or day, or "latest".') }),
      outputSchema: PatchDetailsSchema,
      ...READ_ONLY,
    },
    toTool(({ patch }) =>
      detailsOf(patch === "latest" ? newestPatch(data) : offeredPatch(data, patch)),
    ),
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
      const all = newestFirst(data.patches.filter(({ date }) => date >= since)).flatMap(({ id }) =>
        detailsOf(id)
          .changes.filter(({ target }) => `${target}/`.startsWith(path ? `${path}/` : ""))
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
  const hint =
    near.length === 0 ? "" : `; did you mean ${near.map(describeSuggestion).join(" or ")}?`;
  const what = only === undefined ? "hero or map" : { heroes: "hero", maps: "map" }[only];
  return new InputError(`no ${what} is called ${JSON.stringify(name)}${hint}`);
}

/** A document of the site as of a patch; undefined where it has none. */
type Read = (patch: string, path: string) => unknown;

/** Reads documents. The last site is kept. */
function createReader(data: GameData): Read {
  let site: { patch: string; textOf: (file: string) => string; files: Set<string> } | undefined;
  return (patch, path) => {
    if (site?.patch !== patch) {
      const options = { ...NO_ADDRESSES, patch, version: "mcp" };
      const { manifest, textOf } = documentsInMemory(data, options);
      site = { patch, textOf, files: new Set(manifest.documents.map(({ file }) => file)) };
    }
    const file = `${path}.json`;
    return site.files.has(file) ? JSON.parse(site.textOf(file), withoutAddresses) : undefined;
  };
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
      const structuredContent = { ...answer(input) };
      return { content: content(JSON.stringify(structuredContent, null, 2)), structuredContent };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { content: content(error.message), isError: true };
    }
  };
}
