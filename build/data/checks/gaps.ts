import picomatch from "picomatch";
import { nearest } from "../../spelling/nearest.ts";
import { alternatives } from "../gap-paths.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";
import { allThings } from "../things.ts";

/** A gap names a value that exists; one that no longer does is taken off the list. */
export function checkGaps(data: LoadedData): Issue[] {
  const { file = "", value } = data.gaps ?? {};
  if (value === undefined || value.gaps.length === 0) return [];
  const paths = new Set<string>();
  for (const { target, value: thing } of allThings(data)) addPaths(target, thing, paths);
  const changed = new Map<string, Set<string>>();
  const kits = new Set<string>();
  for (const { value: patch } of data.patches) {
    addPaths(`patches/${patch.id}`, { ...patch, changes: true }, paths);
    const targets = new Set<string>();
    for (const { target } of patch.changes) {
      addWithParents(target, targets);
      if (target.endsWith("/abilities")) kits.add(`${patch.id} ${target}`);
    }
    for (const target of targets) paths.add(`patches/${patch.id}/changes/${target}`);
    changed.set(patch.id, targets);
  }
  for (const path of [...paths]) addWithParents(path, paths);

  return value.gaps.flatMap(({ path, before }, at): Issue[] => {
    if ([...data.unreadable].some((broken) => `${path}/`.startsWith(`${broken}/`))) return [];
    const [thing = path] = /^[^/*]+\/[^/*{]+/.exec(path) ?? [];
    const lost = paths.has(thing) ? {} : { cause: thing };
    const report = (key: string, message: string): Issue[] => [
      { code: "unknown-gap", file, path: ["gaps", at, key], message, ...lost },
    ];
    if (before === undefined) {
      return alternatives(path).flatMap((one) => {
        if (exists(one, paths)) return [];
        const [near] = nearest(one, paths);
        const hint =
          near === undefined ? "remove the gap or correct its path" : `did you mean "${near}"?`;
        return report("path", `"${one}" names no value; ${hint}`);
      });
    }
    const targets = changed.get(before);
    if (targets === undefined)
      return data.unreadable.has(`patches/${before}`)
        ? []
        : report("before", `no patch "${before}" is recorded`);
    // Where a kit was reworked, a figure that no change names may still have been another one.
    const kit = path.split("/", 3).join("/");
    const isReworked = kits.has(`${before} ${kit}`);
    return alternatives(path).flatMap((one) =>
      exists(one, targets) || (isReworked && exists(one, paths))
        ? []
        : report(
            "path",
            `patch ${before} does not change "${one}", so before it the value was no other ` +
              "than today's",
          ),
    );
  });
}

function exists(path: string, paths: ReadonlySet<string>): boolean {
  if (!path.includes("*")) return paths.has(path);
  const matches = picomatch(path);
  for (const candidate of paths) if (matches(candidate)) return true;
  return false;
}

/** The path of every value below one, an element of a list by its id, a figure by its target. */
function addPaths(path: string, value: unknown, paths: Set<string>): void {
  paths.add(path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "figures") {
      addPaths(path, inner, paths);
      continue;
    }
    const id: unknown =
      Array.isArray(value) && typeof inner === "object" && inner !== null
        ? Reflect.get(inner, "id")
        : undefined;
    addPaths(`${path}/${typeof id === "string" ? id : key}`, inner, paths);
  }
}

/** The parents of what is in the set are in it, or will be. */
function addWithParents(path: string, paths: Set<string>): void {
  paths.add(path);
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const parent = path.slice(0, end);
    if (paths.has(parent)) return;
    paths.add(parent);
  }
}
