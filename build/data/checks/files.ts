import { basename } from "node:path";
import type { Issue } from "../issue.ts";
import type { LoadedData, Sourced } from "../load.ts";

/** A file is named after the id inside it, and an id stands once in its list. */
export function checkFiles(data: LoadedData): Issue[] {
  const issues: Issue[] = [];
  for (const list of [data.heroes, data.maps, data.patches]) {
    issues.push(...list.flatMap(checkName), ...checkTwice(list));
  }
  for (const { file, value } of data.heroes)
    issues.push(...repeatedIds(file, ["abilities"], value.abilities));
  for (const { file, value } of data.maps)
    issues.push(...repeatedIds(file, ["variants"], value.variants));
  if (data.modes) issues.push(...repeatedIds(data.modes.file, ["modes"], data.modes.value.modes));
  if (data.roles) {
    const { file, value } = data.roles;
    issues.push(...repeatedIds(file, ["roles"], value.roles));
    for (const [at, role] of value.roles.entries()) {
      issues.push(...repeatedIds(file, ["roles", at, "subroles"], role.subroles));
    }
  }
  return issues;
}

function checkName({ file, value }: Sourced<{ id: string }>): Issue[] {
  const name = basename(file, ".json");
  if (name === value.id) return [];
  const message = `the id is "${value.id}" but the file is ${name}.json; rename the file or correct the id`;
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
    const message = `"${value.id}" is the id in ${other} too; an id names one thing`;
    return [{ code: "duplicate-id", file, path: ["id"], message }];
  });
}

function repeatedIds(file: string, path: Issue["path"], list: readonly { id: string }[]): Issue[] {
  return list.flatMap(({ id }, at) => {
    const first = list.findIndex((other) => other.id === id);
    if (first === at) return [];
    const message = `"${id}" stands in this list already, at [${first}]; an id stands once`;
    return [{ code: "duplicate-id", file, path: [...path, at, "id"], message }];
  });
}
