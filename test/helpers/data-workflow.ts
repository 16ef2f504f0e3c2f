import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { PACKAGE_ROOT } from "../../build/package.ts";

/** The text of the workflow for changes of the data. */
export const TEXT = readFileSync(join(PACKAGE_ROOT, ".github/workflows/data.yml"), "utf8");

const StepSchema = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});

type Step = z.infer<typeof StepSchema>;

const WorkflowSchema = z.object({
  on: z.record(z.string(), z.object({ paths: z.array(z.string()) })),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      permissions: z.record(z.string(), z.string()),
      "timeout-minutes": z.number(),
      steps: z.array(StepSchema),
    }),
  ),
});

/** The workflow itself. */
export const WORKFLOW = WorkflowSchema.parse(parse(TEXT));
/** Every step of its jobs. */
export const STEPS = Object.values(WORKFLOW.jobs).flatMap(({ steps }) => steps);
/** What its steps run. */
export const SCRIPTS = STEPS.flatMap((step) => (step.run === undefined ? [] : [step.run]));

/** The step of a name, which must be there. */
export function stepNamed(name: string): Step {
  const found = STEPS.find((step) => step.name === name);
  if (found === undefined) throw new Error(`the workflow has no step "${name}"`);
  return found;
}
