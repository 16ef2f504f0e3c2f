import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";
import { COMPATIBILITY, WORKER_FILE } from "../../core/site/file-names.ts";
import { fillTemplate } from "./fill-template.ts";

/**
 * The files of the folder from which `npx wrangler deploy` deploys to Cloudflare Workers: the
 * program, its configuration (https://developers.cloudflare.com/workers/wrangler/configuration/)
 * and a README. They are the same for every site. `npm run compile` makes the program.
 */
export function workersFiles(): { file: string; body: string }[] {
  const values = { DATE: [COMPATIBILITY.date], FLAGS: COMPATIBILITY.flags };
  return [
    { file: WORKER_FILE, body: readFileSync(join(PACKAGE_ROOT, ".compiled/worker.js"), "utf8") },
    ...["wrangler.jsonc", "stage.mjs", "README.md"].map((name) => ({
      file: `hosts/workers/${name}`,
      body: fillTemplate(`workers/${name}`, values),
    })),
  ];
}
