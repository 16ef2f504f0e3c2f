import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import * as z from "zod";
import { FiguresFileSchema } from "../../core/schema/figures.ts";
import { GapsFileSchema } from "../../core/schema/game.ts";
import { PatchFileSchema } from "../../core/schema/patch.ts";
import { describeError } from "../../core/site/describe-error.ts";
import type { Issue } from "../../generator/data/issue.ts";
import { explain } from "../../generator/data/schema-issues.ts";
import { InputError } from "../terminal/terminal.ts";

/** The files of a sheet that are not patches. */
const OTHER_FILES = {
  "figures.json": FiguresFileSchema.partial({ exceptions: true }),
  "gaps.json": GapsFileSchema,
};

const SheetSchema = z.strictObject({
  patches: z.array(PatchFileSchema),
  figures: FiguresFileSchema.shape.figures,
  exceptions: FiguresFileSchema.shape.exceptions,
  gaps: GapsFileSchema.shape.gaps,
});

/** Older patches to record, with the fields and gaps that they need. */
export type Sheet = z.infer<typeof SheetSchema>;

/**
 * `texts` holds the files as they were read, to find line numbers. `files` has the file of each
 * patch, by its name in the data.
 */
export type SheetReading = {
  sheet: Sheet;
  issues: Issue[];
  texts: Map<string, string>;
  files: Map<string, string>;
};

/**
 * Reads a sheet: one patch, or a folder of patches, each in the form of a file of
 * `gamedata/patches`.
 * A folder may have a `figures.json` with fields that are new and a `gaps.json` with gaps that are
 * new. Throws `InputError` where there is no such file or folder.
 */
export function readSheet(path: string): SheetReading {
  const stats = statSync(path, { throwIfNoEntry: false });
  const files = stats?.isDirectory()
    ? fg.sync("*.json", { cwd: path }).map((name) => ({ name, file: join(path, name) }))
    : [{ name: "", file: path }];
  if (stats === undefined || files.length === 0) {
    throw new InputError(
      `--from: "${path}" is not a sheet; expected a patch file like those in ` +
        `gamedata/patches, or a ` +
        "folder of such files",
    );
  }
  const sheet: Sheet = { patches: [], figures: [], exceptions: [], gaps: [] };
  const reading: SheetReading = { sheet, issues: [], texts: new Map(), files: new Map() };
  for (const { name, file } of files.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (name === "figures.json") Object.assign(sheet, readInto(reading, file, OTHER_FILES[name]));
    else if (name === "gaps.json") Object.assign(sheet, readInto(reading, file, OTHER_FILES[name]));
    else {
      const patch = readInto(reading, file, PatchFileSchema);
      if (patch === undefined) continue;
      sheet.patches.push(patch);
      reading.files.set(`patches/${patch.id}.json`, file);
    }
  }
  return reading;
}

/** The value of a file; undefined where it has another form, which becomes issues. */
function readInto<T>(
  { issues, texts }: SheetReading,
  file: string,
  schema: z.ZodType<T>,
): T | undefined {
  let value: unknown;
  try {
    const text = readFileSync(file, "utf8");
    texts.set(file, text);
    value = JSON.parse(text);
  } catch (error) {
    issues.push({ code: "sheet-form", file, path: [], message: describeError(error) });
    return undefined;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) issues.push({ file, ...explain(issue, schema, value) });
  return undefined;
}
