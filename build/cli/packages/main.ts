import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_DATA, PACKAGE_ROOT } from "../../core/package.ts";
import { reportSchemas } from "../../core/schema/reports.ts";
import { checkedData } from "../terminal/data-folder.ts";
import { makeLibrary } from "./make-library.ts";
import { makePackages } from "./make-packages.ts";

/** What can be made, by the argument. All of it needs the tools of a checkout. */
const MAKE: Record<string, () => Promise<unknown>> = {
  reports: async () => {
    const folder = join(PACKAGE_ROOT, "build/core/schema/reports");
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of reportSchemas()) writeFileSync(join(folder, name), text);
  },
  library: () => makeLibrary(data, join(PACKAGE_ROOT, ".compiled/library")),
  packages: () => makePackages(data, join(PACKAGE_ROOT, ".compiled/packages")),
};

const data = checkedData(PACKAGE_DATA);
await MAKE[process.argv[2] ?? "library"]?.();
