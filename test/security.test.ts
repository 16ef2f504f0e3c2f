import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { PACKAGE_ROOT } from "../build/core/package.ts";

const read = (file: string) => readFileSync(join(PACKAGE_ROOT, file), "utf8");

const EditSchema = z.object({
  name: z.string().optional(),
  file: z.string(),
  find: z.string(),
  killed: z.boolean(),
});

/** The deliberate faults that break promises, by name. `mutants.mjs` runs the tests with each. */
const { edits } = z
  .object({ edits: z.array(EditSchema) })
  .parse(JSON.parse(read("test/programs/mutants.json")));
const faults = new Map(edits.flatMap((edit) => (edit.name ? [[edit.name, edit] as const] : [])));

/** The rows of the table: a promise, the code that keeps it, its tests, and the name of a fault. */
const rows = read("SECURITY.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.includes("`test/"))
  .map((line) => line.slice(2, -2).split(" | "));

const asWritten = (code: string) => code.replaceAll(/\s+/g, " ");

describe("SECURITY.md", () => {
  it("breaks each promise by a fault of its own", () => {
    expect(rows.map(([, , , fault]) => fault).toSorted()).toEqual([...faults.keys()].toSorted());
  });

  it.each(rows)("%s", (_promise, code = "", tests = "", name = "") => {
    const proofs = [...tests.matchAll(/`(test\/[^`]+\.test\.ts)` "([^"]+)"/g)];
    expect(tests).toBe(proofs.map(([proof]) => proof).join(", "));
    for (const [, file = "", title = ""] of proofs) expect(read(file)).toContain(title);

    const { file = "", find = "", killed } = faults.get(name) ?? {};
    const places = [...code.matchAll(/`([^`]+)`/g)].map(([, place = ""]) => place);
    expect(places.filter((place) => !existsSync(join(PACKAGE_ROOT, place)))).toEqual([]);
    expect(code === "everywhere" || places.some((place) => file.startsWith(place))).toBe(true);
    expect(asWritten(read(file)).split(asWritten(find))).toHaveLength(2);
    expect(killed).toBe(true);
  });
});
