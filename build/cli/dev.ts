import { existsSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import { dayOf } from "../core/game/day.ts";
import { IS_CHECKOUT, PACKAGE_ROOT } from "../core/package.ts";
import { listen } from "./dev/listener.ts";
import { createLiveSite, type PreviewProgram } from "./dev/live-site.ts";
import type { Served } from "./dev/served-documents.ts";
import { watchFolders } from "./dev/watched-folders.ts";
import { readBuildSettings } from "./settings.ts";
import { DATA_TO_READ, dataToRead } from "./terminal/data-folder.ts";
import { optimizeAsUsual } from "./terminal/optimizing.ts";
import { InputError, note, print, terminal } from "./terminal/terminal.ts";

/** `gamedata dev`. */
export function addDevCommand(program: Command): void {
  program
    .command("dev")
    .description(
      "serve the site from memory to your own browser, with unrecorded edits, and reload open " +
        "pages when the data, a guide, a style or a source changes",
    )
    .option(
      "--as-of <patch>",
      "the patch to describe, or a date, without unrecorded edits (default: the newest, with them)",
    )
    .option("--from <url>", "draw the pages over the documents of a deployment, without the data")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(dev);
}

type DevFlags = { asOf?: string; from?: string; data: string };

async function dev({ asOf, from, data: dir }: DevFlags) {
  note("This server is only for you: no keys, no limits. Use gamedata serve to serve others.");
  optimizeAsUsual();
  const { env } = terminal();
  const served = from === undefined ? undefined : await servedAt(from);
  const started = await startDev({ dir, asOf, served, env, today, load: loadCompiled });
  print(started.address);
  for (;;) await started.update(await started.changes.next());
}

function today() {
  return dayOf(terminal().now);
}

export type DevOptions = {
  dir: string;
  asOf?: string | undefined;
  served?: Served | undefined;
  env: NodeJS.ProcessEnv;
  today: () => string;
  /** Loads the program that makes sites, again for each version. */
  load: (version: number) => Promise<PreviewProgram>;
};

/** Starts the server. `update` makes it again after changes of files. */
export async function startDev({ dir, asOf, served, env, today, load }: DevOptions) {
  if (!existsSync(dir))
    throw new InputError(`${dir}: no such folder; pass the data folder with --data`);
  readBuildSettings(env, dir); // throws before a port is taken
  let version = 0;
  let program = await load(version);
  const { address, announce, close } = await listen(firstPort(env), (path) => live.reply(path));
  const settings = readBuildSettings({ ...env, BASE_URL: env["BASE_URL"] || address }, dir);
  const live = createLiveSite(() => ({ dir, asOf, served, settings, day: today() }), announce);
  const changes = watchFolders([resolve(dir), ...(IS_CHECKOUT ? [SOURCES] : [])]);
  const update = async (files: readonly string[]) => {
    const change = changeOf(files, resolve(dir));
    if (change === undefined) return;
    try {
      if (files.some((file) => /\.(css|tsx?)$/.test(file))) await compile("browser");
      if (files.some((file) => /\.tsx?$/.test(file))) {
        await compile("preview");
        version++;
        program = await load(version);
      }
      live.update(program, change);
    } catch (error) {
      live.fail(error);
    }
  };
  live.update(program, "everything");
  const stop = () => {
    changes.close();
    live.close();
    close();
  };
  return { address, changes, update, stop };
}

function firstPort({ PORT }: NodeJS.ProcessEnv) {
  const port = Number(PORT || 8080);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new InputError(`PORT: "${PORT}" is not a port; expected a number from 0 to 65535`);
}

/** The sources of the program and its pages, with the guides. */
const SOURCES = join(PACKAGE_ROOT, "build");

/** What pages are made of alone; every other source may be about the data, too. */
const PAGES = join(SOURCES, "generator/pages") + sep;

/** What the change of files is to the site; undefined where it is nothing. */
function changeOf(files: readonly string[], dir: string) {
  const sources = files.filter((file) => file.startsWith(SOURCES) && /\.\w+$/.test(file));
  if (sources.some((file) => file.endsWith(".ts") && !file.startsWith(PAGES))) return "everything";
  if (files.some((file) => file.startsWith(dir) && file.endsWith(".json"))) return "data";
  return sources.length > 0 ? "pages" : undefined;
}

/** Compiles a part of the sources. */
async function compile(part: "browser" | "preview") {
  const script = await import(pathToFileURL(join(PACKAGE_ROOT, "compile.mjs")).href);
  await script.compile(part);
}

/** Node keeps what it has loaded, so each version has an address of its own. */
async function loadCompiled(version: number) {
  const { href } = pathToFileURL(join(PACKAGE_ROOT, ".compiled/preview.js"));
  return await import(`${href}?${version}`);
}

/** The documents of a deployment. What fetches them is slow to load. */
async function servedAt(url: string): Promise<Served> {
  const { fetchServed } = await import("./dev/served-documents.ts");
  return await fetchServed(url);
}
