import { basename } from "node:path";
import { COLLECTION_NAMES } from "../../../core/schema/collections.ts";
import { FOLDER_NAMES } from "../../../core/schema/data-files.ts";
import { ROLES, SUBROLES } from "../../../core/schema/hero.ts";
import { MODES } from "../../../core/schema/roles-and-modes.ts";
import type { Issue } from "../issue.ts";
import { idOf, type LoadedData, type Sourced } from "../load-data.ts";

/** A file is named after the id inside it, and an id appears once in its list. */
export function checkFiles(data: LoadedData): Issue[] {
  const issues: Issue[] = [];
  for (const folder of FOLDER_NAMES) {
    const list: readonly Sourced<{ id: string }>[] = data[folder];
    issues.push(...list.flatMap(checkName), ...checkTwice(list));
  }
  for (const name of COLLECTION_NAMES) {
    const loaded = data[name] ?? [];
    for (const { file, value } of Array.isArray(loaded) ? loaded : [loaded])
      issues.push(...repeatedIds(file, [], value));
  }
  return issues;
}

function checkName({ file, value }: Sourced<{ id: string }>): Issue[] {
  const name = basename(file, ".json");
  if (name === value.id) return [];
  const todo = "rename the file or correct the id";
  const message = `the id is "${value.id}" but the file is ${name}.json; ${todo}`;
  return [{ code: "file-name", file, path: ["id"], message }];
}

function checkTwice(list: readonly Sourced<{ id: string }>[]): Issue[] {
  const first = new Map<string, string>();
  return list.flatMap(({ file, value }) => {
    const other = first.get(value.id);
    if (other === undefined) {
      first.set(value.id, file);
      return [];
    }
    const message = `"${value.id}" is also the id in ${other}; an id must be unique`;
    return [{ code: "duplicate-id", file, path: ["id"], message }];
  });
}

/** Ids that stand twice in one list, for every list inside a value. */
function repeatedIds(file: string, path: Issue["path"], value: unknown): Issue[] {
  if (typeof value !== "object" || value === null) return [];
  const elements: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  const first = new Map<string, string | number>();
  return elements.flatMap(([key, inner]) => {
    if (typeof inner !== "object" || inner === null) return [];
    const issues = repeatedIds(file, [...path, key], inner);
    const id = idOf(inner);
    if (id === undefined || !Array.isArray(value)) return issues;
    const other = first.get(id);
    if (other === undefined) {
      first.set(id, key);
      return issues;
    }
    const message = `"${id}" is already in this list, at [${other}]; list each id once`;
    return [{ code: "duplicate-id", file, path: [...path, key, "id"], message }, ...issues];
  });
}

/** Lists of the specification, such as roles, are complete and in its order. */
export function checkLists({ modes, roles }: Pick<LoadedData, "modes" | "roles">): Issue[] {
  const subroles = roles?.value.roles.flatMap((role) => role.subroles);
  return [
    ...checkOrder("modes", modes?.value.modes, MODES),
    ...checkOrder("roles", roles?.value.roles, ROLES),
    ...checkOrder("roles", subroles, SUBROLES),
  ];
}

function checkOrder(
  name: string,
  list: readonly { id: string }[] | undefined,
  order: readonly string[],
): Issue[] {
  const given = list?.map(({ id }) => id);
  if (given === undefined || given.join() === order.join()) return [];
  const missing = order.filter((id) => !given.includes(id));
  const what =
    missing.length > 0 ? `missing: ${missing.join(", ")}` : `the order is ${given.join(", ")}`;
  const message = `${what}; expected exactly ${order.join(", ")}`;
  return [{ code: "list-order", file: `${name}.json`, path: [name], message }];
}
