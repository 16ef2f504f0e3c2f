import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { PACKAGE_ROOT } from "../../build/core/package.ts";

const NOT_COPIED = new Set(["node_modules", ".git", ".compiled", "dist", "test"]);

/**
 * A project that has installed all packages: the folders that `npm run packages` packs, with the
 * dependencies that their package.json names, and no others. `root` is the program's folder,
 * `library` and `client` those of the others. Who creates it removes it.
 */
export function createProject(): {
  folder: string;
  root: string;
  library: string;
  client: string;
  remove: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-project-"));
  const checkout = join(folder, "checkout");
  cpSync(PACKAGE_ROOT, checkout, {
    recursive: true,
    filter: (source) => !NOT_COPIED.has(relative(PACKAGE_ROOT, source)),
  });
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(checkout, "node_modules"));
  const make = ["compile.mjs", "program", "browser", "worker", "library"];
  for (const args of [make, [".compiled/make-library.js", "packages"]])
    execFileSync(process.execPath, args, { cwd: checkout });
  const library = install(folder, "gamedata-reference");
  const client = install(folder, "gamedata-reference-client");
  const root = install(folder, "gamedata-reference-cli");
  rmSync(checkout, { recursive: true, force: true });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, root, library, client, remove };
}

function install(folder: string, name: string): string {
  const root = join(folder, "node_modules", name);
  cpSync(join(folder, "checkout/.compiled/packages", name), root, { recursive: true });
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  for (const dependency of Object.keys(dependencies)) {
    const link = join(folder, "node_modules", dependency);
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(join(PACKAGE_ROOT, "node_modules", dependency), link);
  }
  return root;
}
