import { basename } from "node:path";
import { ROLES } from "../../../core/game/roles.ts";
import { COLLECTION_NAMES } from "../../../core/schema/collections.ts";
import { FOLDER_NAMES } from "../../../core/schema/data-files.ts";
import { SUBROLES } from "../../../core/schema/hero.ts";
import { MODES } from "../../../core/schema/roles-and-modes.ts";
import { type Issue, valuesIn } from "../issue.ts";
import { idOf, type LoadedData, type Sourced } from "../load-data.ts";

/** A file is named after the id inside it, and an id appears once in its list. */
export function checkFiles(data: LoadedData): Issue[] {
  const files = COLLECTION_NAMES.flatMap((name): readonly Sourced<object>[] => {
    const loaded = data[name] ?? [];
    return Array.isArray(loaded) ? loaded : [loaded];
  });
  return [
    ...FOLDER_NAMES.flatMap((folder): readonly Sourced<{ id: string }>[] => data[folder]).flatMap(
      checkName,
    ),
    ...files.flatMap(checkIds),
  ];
}

function checkName({ file, value }: Sourced<{ id: string }>): Issue[] {
  const name = basename(file, ".json");
  if (name === value.id) return [];
  const todo = "rename the file or correct the id";
  const message = `the id is "${value.id}" but the file is ${name}.json; ${todo}`;
  return [{ code: "file-name", file, path: ["id"], message }];
}

/** Ids that are twice in one list, for every list inside a value. */
function checkIds({ file, value: whole }: Sourced<object>): Issue[] {
  return [...valuesIn(whole)].flatMap(({ value, path }) => {
    const ids = Array.isArray(value) ? value.map(idOf) : [];
    return ids.flatMap((id, at): Issue[] => {
      const first = ids.indexOf(id);
      if (id === undefined || first === at) return [];
      const message = `"${id}" is already in this list, at [${first}]; list each id once`;
      return [{ code: "duplicate-id", file, path: [...path, at, "id"], message }];
    });
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
