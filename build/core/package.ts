import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's folder: the nearest one above this file with a package.json. */
export const PACKAGE_ROOT = packageRootAbove(dirname(fileURLToPath(import.meta.url)));

/** The data that comes with the package. */
export const PACKAGE_DATA = join(PACKAGE_ROOT, "gamedata");

/** Whether the program runs in a checkout, where it is called by npm and the data is edited. */
export const IS_CHECKOUT = existsSync(join(PACKAGE_ROOT, "compile.mjs"));

/** The command that calls the program, as it is printed. */
export const PROGRAM_CALL = IS_CHECKOUT ? "npm run -s gamedata --" : "gamedata";

/** The version in package.json. */
export function packageVersion(): string {
  const about: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  const version =
    typeof about === "object" && about !== null && "version" in about ? about.version : undefined;
  if (typeof version !== "string") throw new Error("package.json has no version");
  return version;
}

function packageRootAbove(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("no package.json above the program; install it again");
  return packageRootAbove(parent);
}
