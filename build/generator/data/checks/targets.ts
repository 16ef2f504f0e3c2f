import * as z from "zod";
import { lastOf, ownerOf } from "../../../core/game/targets.ts";
import { keysOf } from "../../../core/schema/inspect-schema.ts";
import type { PatchChange } from "../../../core/schema/patch.ts";
import { didYouMean, nearest } from "../../../core/spelling/lookup.ts";
import { partsOf } from "../../history/address.ts";
import { type Resolved, resolveTarget } from "../../history/resolve-target.ts";
import { stepsOf } from "../../history/rewind.ts";
import type { Issue } from "../issue.ts";
import { allThings, type LoadedData } from "../load-data.ts";
import { explain } from "../schema-issues.ts";

/**
 * A change addresses a thing that exists or once existed, and its values have the shape of the
 * target.
 */
export function checkTargets(data: LoadedData): Issue[] {
  const known = knownThings(data);
  return data.patches.flatMap(({ file, value }) =>
    stepsOf(value).flatMap(({ change, path }) => {
      const lost = unknownThing(change.target, known);
      if (lost !== undefined)
        return [{ code: "unknown-target", file, path: [...path, "target"], ...lost }];
      return checkValues(change).map((finding) => ({
        ...finding,
        file,
        path: [...path, ...finding.path],
      }));
    }),
  );
}

/**
 * Ids by the path of their list: those of today's data, and those that patches brought or removed.
 */
type Things = Map<string, Set<string>>;

function knownThings(data: LoadedData): Things {
  const things: Things = new Map();
  const add = (list: string, id: string) =>
    things.set(list, (things.get(list) ?? new Set()).add(id));
  const addAll = (path: string, value: unknown): void => {
    for (const [key, part] of partsOf(value) ?? []) {
      if (Array.isArray(value)) add(path, key);
      addAll(`${path}/${key}`, part);
    }
  };
  for (const { target, value } of allThings(data)) {
    add(ownerOf(target), lastOf(target));
    addAll(target, value);
  }
  for (const { value } of data.patches) {
    for (const { target, from, to } of value.changes) {
      const resolved = resolveTarget(target);
      if (resolved.kind !== "modelled") continue;
      if (resolved.isElement) add(ownerOf(target), lastOf(target));
      for (const side of [from, to]) addAll(target, side);
    }
  }
  return things;
}

function unknownThing(target: string, known: Things): Pick<Issue, "message" | "cause"> | undefined {
  const segments = target.split("/");
  for (let depth = 1; depth < segments.length; depth += 1) {
    const list = segments.slice(0, depth).join("/");
    const id = segments[depth] ?? "";
    const ids = known.get(list);
    // The record has rules of what is not a mode, such as `modes/competitive`.
    if (ids === undefined || ids.has(id) || list === "modes") continue;
    const hint = didYouMean(id, ids, `; expected one of ${firstOf(ids)}`);
    const missing = `there is no "${id}" in ${list}, today or in any recorded patch`;
    const message = `${target}: ${missing}${hint}`;
    return { message, cause: `${list}/${id}` };
  }
  return undefined;
}

function checkValues(change: PatchChange): Pick<Issue, "code" | "path" | "message">[] {
  const resolved = resolveTarget(change.target);
  if (resolved.kind === "unrecorded") {
    const { field, use } = resolved;
    const message = `${change.target}: patches do not change "${field}"; use ${use}`;
    return [{ code: "unrecorded-field", path: ["target"], message }];
  }
  if (resolved.kind === "unmodelled") {
    const near = meantField(resolved);
    if (near === undefined) return [];
    const { segment } = resolved;
    const message = `${change.target}: "${segment}" would not be replayed; did you mean "${near}"?`;
    return [{ code: "unknown-target", path: ["target"], message }];
  }
  return (["from", "to"] as const).flatMap((side) => {
    if (!(side in change) || (resolved.isElement && change[side] === true)) return [];
    const parsed = z.safeParse(resolved.schema, change[side]);
    if (parsed.success) return [];
    return parsed.error.issues.map((issue) => {
      const finding = explain(issue, resolved.schema, change[side]);
      return {
        ...finding,
        path: [side, ...finding.path],
        message: `${change.target}: ${finding.message}`,
      };
    });
  });
}

/** The field that an unmodelled segment is most likely a misspelling of. */
export function meantField(resolved: Resolved): string | undefined {
  if (resolved.kind !== "unmodelled" || resolved.segment.length < 4) return undefined;
  return nearest(resolved.segment, keysOf(resolved.parent))[0];
}

function firstOf(ids: ReadonlySet<string>): string {
  const shown = [...ids].slice(0, 10);
  return `${shown.join(", ")}${
    ids.size > shown.length ? ` and ${ids.size - shown.length} more` : ""
  }`;
}
