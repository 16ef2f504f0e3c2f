import { ROLES, SUBROLES } from "../../schema/hero.ts";
import { MODES } from "../../schema/mode.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load.ts";

/** Roles, sub-roles and modes are all there, in the order in which the specification lists them. */
export function checkLists(data: LoadedData): Issue[] {
  const issues: Issue[] = [];
  if (data.modes) {
    issues.push(...checkOrder(data.modes.file, ["modes"], data.modes.value.modes, MODES));
  }
  if (data.roles) {
    const { file, value } = data.roles;
    issues.push(...checkOrder(file, ["roles"], value.roles, ROLES));
    const subroles = value.roles.flatMap((role) => role.subroles);
    issues.push(...checkOrder(file, ["roles"], subroles, SUBROLES));
  }
  return issues;
}

function checkOrder(
  file: string,
  path: Issue["path"],
  list: readonly { id: string }[],
  order: readonly string[],
): Issue[] {
  const given = list.map(({ id }) => id);
  if (given.join() === order.join()) return [];
  const missing = order.filter((id) => !given.includes(id));
  const what =
    missing.length > 0 ? `missing: ${missing.join(", ")}` : `the order is ${given.join(", ")}`;
  return [
    { code: "list-order", file, path, message: `${what}; expected exactly ${order.join(", ")}` },
  ];
}
