import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { PACKAGE_DATA } from "../../build/core/package.ts";
import { checkData } from "../../build/generator/data/check-data.ts";
import { formatPath, type Issue } from "../../build/generator/data/issue.ts";

/** A folder of its own, removed when the test ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "gamedata-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of the real data to break. */
export function copyOfData() {
  const folder = join(temporaryFolder(), "gamedata");
  cpSync(PACKAGE_DATA, folder, { recursive: true });
  return folder;
}

/** Edits one JSON file of a data folder in place. */
// biome-ignore lint/suspicious/noExplicitAny: a test breaks data in ways no type allows
export function edit(folder: string, file: string, change: (value: any) => void) {
  const path = join(folder, file);
  const value: unknown = JSON.parse(readFileSync(path, "utf8"));
  change(value);
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** What the checks say of a data folder, a line each: `file path: message`. */
export function problemsOf(folder: string) {
  const checked = checkData(folder);
  return checked.ok ? [] : checked.issues.map(asLine);
}

/** An issue as `file path: message`. */
export function asLine({ file, path, message }: Issue) {
  return `${file} ${formatPath(path)}: ${message}`;
}

/** Every file of a folder with its bytes. */
export function filesOf(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name, readFileSync(join(folder, name), "latin1")]),
  );
}
