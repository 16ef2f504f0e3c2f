import { McpServer, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Command } from "commander";
import * as z from "zod";
import { KEY_LABELS } from "../client/match-log/keys.ts";
import { isNamed, type Names, namesOf } from "../client/names.ts";
import { oneLine } from "../core/fetch/exchange.ts";
import { healthOf } from "../core/game/state-as-of.ts";
import { holdsFor, sentenceOf, showValue } from "../core/game/words.ts";
import { packageVersion } from "../core/package.ts";
import type {
  AbilityDetails,
  ChangeDetails,
  HeroDetails,
  HeroDetailsCollection,
  HeroEffect,
  MapDetails,
  PatchDetails,
  PerkDetails,
} from "../core/schema/details.ts";
import { HeroRoleSchema } from "../core/schema/hero.ts";
import type { HeroList, NameList, PatchList } from "../core/schema/lists.ts";
import { EffectSchema } from "../core/schema/patch.ts";
import { PatchIdSchema } from "../core/schema/values.ts";
import { createLookup } from "../core/spelling/lookup.ts";
import { type GameData, newestPatch } from "../generator/data/game-data.ts";
import { createDocuments } from "../generator/make-documents.ts";
import { messagesOf } from "./mcp/requests.ts";
import { tableAnswer, toTool } from "./mcp/table.ts";
import { DATA_TO_READ, dataToRead, offeredPatch, readableData } from "./terminal/data-folder.ts";
import { didYouMean } from "./terminal/table.ts";
import { InputError } from "./terminal/terminal.ts";

/** `gamedata mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("run a Model Context Protocol server on standard input and output")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(({ data: dir }: { data: string }) => {
      const data = readableData(dir);
      const transport = new StdioServerTransport(
        messagesOf(process.stdin, process.stdout, onerror),
      );
      serveStdio(() => createMcpServer(data), { onerror, transport });
    });
}

function onerror({ message }: Error) {
  process.stderr.write(`gamedata mcp: ${oneLine(message)}\n`);
}

/** The versions of the protocol without batches, which the library does not read. */
const VERSIONS = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== "2025-03-26");

const NameSchema = z
  .string()
  .trim()
  .max(255)
  .describe("An id, a name in any language of the data, or an alias. Letter case does not matter.");

const AsOfSchema = z
  .string()
  .optional()
  .describe("A date (YYYY-MM-DD): the state after the newest patch on or before it. Default: now.");

const FullSchema = z
  .boolean()
  .default(false)
  .describe("Whether to give whole documents, with sources and gaps. They may be 250 KB.");

const OffsetSchema = z.int().nonnegative().default(0).describe("nextOffset of the answer before.");

const AnswerSchema = z.looseObject({
  patch: PatchIdSchema.describe("The patch that the answer describes."),
  total: z.int().optional().describe("How many rows there are in all."),
  rows: z.array(z.record(z.string(), z.string())).optional(),
  nextOffset: z.int().nullable().optional().describe("Where the next answer begins, if any."),
});

/** What every tool has. */
const TOOL = { outputSchema: AnswerSchema, annotations: { readOnlyHint: true } };

const INSTRUCTIONS =
  "Facts about Overwatch, as in the documents of the site. Answers are short tables; " +
  "`nextOffset` continues one, and `full` gives whole documents with sources. Every answer has the patch that " +
  "it describes. `since` says since which patch a value has been so; without it, the value has " +
  "been so at least since `onRecordSince`. `sure` says what a figure rests on; " +
  "without it, no source of its time has it. `gap` and `gaps` say what is not known.";

/** Creates a Model Context Protocol server that answers with documents. It is read-only. */
export function createMcpServer(data: GameData): McpServer {
  const version = packageVersion();
  const info = { name: "gamedata-reference", title: "Game Data Reference", version };
  const options = { instructions: INSTRUCTIONS, supportedProtocolVersions: VERSIONS };
  const server = new McpServer(info, options);
  const read = documentsAsOf(data, newestPatch(data));
  const { data: heroes } = read<HeroDetailsCollection>("/details/heroes.json");
  const names = namesOf({ ...read<NameList>("/lists/names.json"), heroes });
  server.registerTool(
    "lookup_name",
    {
      description: "What a name means: a hero, map, variant of a map, mode, team, ability or perk.",
      inputSchema: z.strictObject({ name: NameSchema }),
      ...TOOL,
    },
    toTool(({ name }) => {
      const found = names.meanings(name);
      if (found.length === 0) throw unknownName(names, name);
      return tableAnswer([], found, { patch: newestPatch(data) });
    }),
  );
  addResourceTools(server, data, names, read);
  addPatchTools(server, names, read);
  return server;
}

function addResourceTools(server: McpServer, data: GameData, names: Names, now: Read) {
  /** The documents of a hero or map of a name. Throws `InputError` where there is none. */
  const resourceOf = <Details extends object>(
    collection: "heroes" | "maps",
    name: string,
    asOf: string | undefined,
  ) => {
    const { id } = names[collection].resolve(name) ?? {};
    if (id === undefined) throw unknownName(names, name, collection);
    const patch = asOf === undefined ? newestPatch(data) : offeredPatch(data, asOf);
    const read = asOf === undefined ? now : documentsAsOf(data, patch);
    const document = read(`/v1/${data.game.id}/${collection}/${id}`);
    const details = read<Details>(`/details/${collection}/${id}.json`);
    if (!document || !details) throw new InputError(`${id} was not in the game as of ${patch}`);
    return { patch, document, details };
  };
  server.registerTool(
    "get_hero",
    {
      description: "A hero: health, and the kit and perks with their figures.",
      inputSchema: z.strictObject({
        name: NameSchema,
        as_of: AsOfSchema,
        ability: NameSchema.optional().describe("One ability or perk, with sources and gaps."),
        full: FullSchema,
        offset: OffsetSchema,
      }),
      ...TOOL,
    },
    toTool(({ name: asked, as_of, ability, full, offset }) => {
      const { patch, document, details } = resourceOf<HeroDetails>("heroes", asked, as_of);
      const { id, name, names: own, role, subrole } = details;
      const health = healthOf(details.health);
      const lines = [`${name}, ${role}, ${health.total} health, as of patch ${patch}`];
      if (full) return { lines, content: { patch, document, details } };
      const parts = [...details.abilities, ...details.perks];
      if (ability === undefined) {
        const content = { patch, id, name, names: own, role, subrole, health };
        return tableAnswer(lines, parts.map(partRow), content, offset);
      }
      const part = parts.find((one) => one.id === ability || isNamed(one, ability));
      if (part !== undefined)
        return { lines: Object.values(partRow(part)), content: { patch, hero: id, part } };
      const known = parts.map((one) => one.name).join(", ");
      throw new InputError(`${name} has no ability or perk "${ability}", but ${known}`);
    }),
  );
  server.registerTool(
    "get_map",
    {
      description: "A map with its mode, its cosmetic variants, and its evidence.",
      inputSchema: z.strictObject({ name: NameSchema, as_of: AsOfSchema }),
      ...TOOL,
    },
    toTool(({ name: asked, as_of }) => {
      const { patch, document, details } = resourceOf<MapDetails>("maps", asked, as_of);
      const { name, mode, variants } = details;
      const lines = [`${name}, ${mode}, as of patch ${patch}`, ...variants.map((one) => one.name)];
      return { lines, content: { patch, document, details } };
    }),
  );
}

/** An ability or a perk with its figures in words. */
function partRow(part: AbilityDetails | PerkDetails) {
  const figures = part.figures.map((figure) => {
    const { label, field, value, unit, since } = figure;
    const about = [holdsFor(figure), since && `since ${since}`].filter(Boolean).join(", ");
    return `${label} ${showValue(value, { target: field, unit })}${about && ` (${about})`}`;
  });
  const isPerk = "tier" in part;
  const kind = isPerk ? `${part.tier} perk` : part.kind;
  return {
    id: part.id,
    name: part.name,
    kind: part.key ? KEY_LABELS[part.key] : kind,
    about: (isPerk ? part.effect : part.description) ?? "",
    figures: figures.join("; "),
  };
}

function addPatchTools(server: McpServer, names: Names, read: Read) {
  const { data: patches } = read<PatchList>("/lists/patches.json");
  const newest = patches[0]?.id ?? "";
  const detailsOf = ({ id }: { id: string }) => read<PatchDetails>(`/details/patches/${id}.json`);
  server.registerTool(
    "get_patch",
    {
      description:
        "A patch: a row for each hero with its side, and one for each change of anything else. " +
        "With a filter, the changes themselves.",
      inputSchema: z.strictObject({
        patch: z.string().describe('Its id, or "latest".'),
        hero: NameSchema.optional().describe("Changes of this hero."),
        role: HeroRoleSchema.optional().describe("Changes of heroes of this role."),
        effect: EffectSchema.optional().describe("Changes with this effect."),
        full: FullSchema,
        offset: OffsetSchema,
      }),
      ...TOOL,
    },
    toTool(({ patch: asked, hero, role, effect, full, offset }) => {
      const lookup = createLookup(patches, ({ id }) => [id]);
      const known = lookup.resolve(asked === "latest" ? newest : asked);
      if (known === undefined) {
        const near = lookup.nearest(asked, 1).map(({ id }) => `; did you mean ${id}?`);
        throw new InputError(`no patch "${asked}" is recorded${near}`);
      }
      const details = detailsOf(known);
      const { id: patch, name, kind, summary, completeness, changes } = details;
      const lines = [`${patch}: ${name} (${kind})`, ...(summary ? [summary] : [])];
      if (full) return { lines, content: { patch, ...details } };
      const only = hero === undefined ? undefined : names.heroes.resolve(hero)?.id;
      if (hero !== undefined && only === undefined) throw unknownName(names, hero, "heroes");
      const { data: heroes } = read<HeroList>("/lists/heroes.json");
      const roles = new Map<string, string>(heroes.map((one) => [one.id, one.role]));
      const heroOf = ({ target }: ChangeDetails) => /^heroes\/([^/]+)/.exec(target)?.[1] ?? "";
      const isFiltered = (only ?? role ?? effect) !== undefined;
      const wanted = isFiltered
        ? (one: ChangeDetails) =>
            (only ?? heroOf(one)) === heroOf(one) &&
            (role === undefined || roles.get(heroOf(one)) === role) &&
            (effect ?? one.effect) === one.effect
        : (one: ChangeDetails) => heroOf(one) === "";
      const sides = isFiltered ? [] : details.heroes;
      const rows = [
        ...sides.map((one) => sideRow(one, roles.get(one.id))),
        ...changes.filter(wanted).map(changeRow),
      ];
      return tableAnswer(lines, rows, { patch, name, kind, summary, completeness }, offset);
    }),
  );
  server.registerTool(
    "list_changes",
    {
      description: "What patches changed since a date, newest first; of one hero or map, if named.",
      inputSchema: z.strictObject({
        since: z.iso.date().describe("Changes of patches on or after this date."),
        name: NameSchema.optional(),
        offset: OffsetSchema,
      }),
      ...TOOL,
    },
    toTool(({ since, name, offset }) => {
      const [path] = name === undefined ? [""] : names.meanings(name).map((one) => one.path);
      if (name !== undefined && path === undefined) throw unknownName(names, name);
      const rows = patches
        .filter(({ date }) => date >= since)
        .flatMap(({ id }) =>
          detailsOf({ id })
            .changes.filter(({ target }) => `${target}/`.startsWith(path ? `${path}/` : ""))
            .map((change) => ({ patch: id, ...changeRow(change) })),
        );
      return tableAnswer([], rows, { patch: newest }, offset);
    }),
  );
}

/** A hero of a patch: what it means for the hero, and how many changes of each effect. */
function sideRow({ id, name, side, summary, own, shared, in6v6 }: HeroEffect, role = "") {
  const counts = (of: object, end = "") =>
    Object.entries(of).map(([effect, number]) => `${number} ${effect}${end}`);
  const changes = [...counts(own), ...counts(shared, " shared"), ...counts(in6v6, " in 6v6")].join(
    ", ",
  );
  return { side, name, role, summary, changes, target: `heroes/${id}` };
}

function changeRow(change: ChangeDetails) {
  const { target, effect } = change;
  return { effect, change: sentenceOf(change), target };
}

function unknownName(names: Names, name: string, only?: "heroes" | "maps") {
  const absent = only && names.absentOf(name, only);
  if (absent !== undefined) return new InputError(`${absent.name}: ${absent.note}`);
  const near = names.nearest(name, only);
  const what = only === undefined ? "hero or map" : { heroes: "hero", maps: "map" }[only];
  return new InputError(`no ${what} is called ${JSON.stringify(name)}${didYouMean(near)}`);
}

/** Only a deployment has addresses of pictures, so answers leave them out. */
const NO_ADDRESSES = { baseUrl: "https://example.org", assetsUrl: "https://example.org" };

type Read = ReturnType<typeof documentsAsOf>;

/** Gives the documents as of a patch, each of which is made when it is first asked for. */
function documentsAsOf(data: GameData, patch: string) {
  const site = createDocuments(data, { ...NO_ADDRESSES, patch, version: packageVersion() });
  return <T extends object>(path: string) => site.documentAt(path) as T;
}
