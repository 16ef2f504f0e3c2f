import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { PACKAGE_ROOT } from "../../build/core/package.ts";

const FOLDER = join(PACKAGE_ROOT, ".github/workflows");

const StepSchema = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});

const JobSchema = z.object({
  permissions: z.record(z.string(), z.string()).default({}),
  "timeout-minutes": z.number().optional(),
  environment: z.unknown().optional(),
  needs: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((needs) => [needs].flat()),
  steps: z.array(StepSchema),
});

const WorkflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), JobSchema),
});

/** Every workflow, with its text and the steps of all its jobs. */
export const workflows = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const { permissions, jobs } = WorkflowSchema.parse(parse(text));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  return { file, text, permissions, jobs, steps };
});

/** The workflow of a file, which must be there. */
export function workflow(name: string): (typeof workflows)[number] {
  const found = workflows.find(({ file }) => file === name);
  if (found === undefined) throw new Error(`there is no workflow ${name}`);
  return found;
}
