import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commitOf } from "./maintain/git.ts";

/** The package's folder. This file is one level below it, as source and when compiled. */
export const PACKAGE_ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The data that comes with the package. */
export const PACKAGE_DATA = join(PACKAGE_ROOT, "gamedata");

/** Whether the program runs in a checkout, where it is called by npm and the data is edited. */
export const IS_CHECKOUT = existsSync(join(PACKAGE_ROOT, "compile.mjs"));

/** The command that calls the program, as it is printed. */
export const PROGRAM_CALL = IS_CHECKOUT ? "npm run -s gamedata --" : "gamedata";

/** The commit of the checkout that the data folder is part of. Default: the package's version. */
export function versionOf(dataDir: string): string {
  return commitOf(dataDir) ?? packageVersion();
}

/** The version in package.json. */
export function packageVersion(): string {
  const about: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  const version =
    typeof about === "object" && about !== null && "version" in about ? about.version : undefined;
  if (typeof version !== "string") throw new Error("package.json has no version");
  return version;
}
