import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";
import { unusualValues } from "../unusual.ts";

/**
 * An exception explains a value that looks wrong. An exception that explains nothing is an issue.
 */
export function checkExceptions(data: LoadedData): Issue[] {
  if (data.exceptions === undefined || data.unreadable.size > 0) return [];
  const { file, value } = data.exceptions;
  const unusual = new Set(unusualValues(data).map(({ target }) => target));
  // Whether a recorded change is unusual depends on the values of other heroes, which may change.
  const recorded = new Set(
    data.patches.flatMap(({ value: { id, changes } }) => [
      `patches/${id}/date`,
      ...changes.map(({ target }) => `patches/${id}/changes/${target}`),
    ]),
  );
  return value.exceptions.flatMap(({ path }, at) => {
    if (unusual.has(path) || recorded.has(path)) return [];
    const message = `"${path}" is not an unusual value; remove the exception`;
    return [{ code: "needless-exception", file, path: ["exceptions", at, "path"], message }];
  });
}
