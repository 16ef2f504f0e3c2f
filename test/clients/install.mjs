// Installs the generators by the lock file, once for each lock: what was installed stays in a
// folder of the user's cache, and `node_modules` leads there.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const WHAT = ["package.json", "package-lock.json"];
const NPM = ["ci", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];

/** What npm says where the registry cannot be had; whatever else it says is a failure. */
const NO_REGISTRY = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

/** Resolves the generators; false where there is no registry to have them from. */
export function install() {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "gamedata-clients");
  const hash = createHash("sha256");
  for (const file of WHAT) hash.update(readFileSync(file));
  const name = hash.digest("hex").slice(0, 16);
  const folder = join(cache, name);
  if (!existsSync(folder) && !fill(folder, `${folder}.${process.pid}`)) return false;
  for (const other of readdirSync(cache))
    if (other !== name) rmSync(join(cache, other), { recursive: true, force: true });
  rmSync("node_modules", { recursive: true, force: true });
  symlinkSync(join(folder, "node_modules"), "node_modules", "dir");
  return true;
}

/** A folder that is there is whole: it is filled beside, and takes its name at the end. */
function fill(folder, staging) {
  mkdirSync(staging, { recursive: true });
  for (const file of WHAT) copyFileSync(file, join(staging, file));
  try {
    execFileSync("npm", [...NPM, "--silent", "--loglevel=error", "--prefer-offline"], {
      cwd: staging,
      stdio: "pipe",
      encoding: "utf8",
    });
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (NO_REGISTRY.test(error.stderr)) return false;
    throw new Error(`the generators cannot be installed\n${error.stderr}`);
  }
  renameSync(staging, folder);
  return true;
}
