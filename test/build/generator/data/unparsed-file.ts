import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { copyOfData, problemsOf } from "../../../helpers/data.ts";

/** Expects that a file of the real data that does not parse is the one problem that is found. */
export function expectNoOtherProblem(file: string): void {
  const folder = copyOfData();
  writeFileSync(join(folder, file), "{}{}\n");
  expect(problemsOf(folder)).toEqual([
    expect.stringContaining(`${file} : not valid JSON: { is not allowed here`),
  ]);
}
