import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { extract } from "tar";
import { PACKAGE_ROOT } from "../../build/package.ts";

const NOT_COPIED = new Set(["node_modules", ".git", ".compiled", "dist", "test"]);

/**
 * A project that has installed the package: what `npm pack` makes of a checkout, and the dependencies that its
 * package.json names, and no others. Who creates it removes it.
 */
export function createProject(): { folder: string; root: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-project-"));
  const checkout = join(folder, "checkout");
  cpSync(PACKAGE_ROOT, checkout, {
    recursive: true,
    filter: (source) => !NOT_COPIED.has(source.slice(PACKAGE_ROOT.length).split("/")[0] ?? ""),
  });
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(checkout, "node_modules"));
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: checkout,
    encoding: "utf8",
  });

  const root = join(folder, "node_modules/gamedata-reference");
  mkdirSync(root, { recursive: true });
  extract({ file: join(folder, packed.trim()), cwd: root, strip: 1, sync: true });
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(PACKAGE_ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
  rmSync(checkout, { recursive: true, force: true });
  return { folder, root, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
