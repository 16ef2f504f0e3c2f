import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkedData } from "./commands/data.ts";
import { apiTypes, makeLibrary } from "./make-library.ts";
import { PACKAGE_DATA, PACKAGE_ROOT } from "./package.ts";

// For a checkout, where the tools are that make the library: with `types`, the types of the API; else the library.
const data = checkedData(PACKAGE_DATA);
if (process.argv[2] === "types")
  writeFileSync(join(PACKAGE_ROOT, "build/library/api.ts"), await apiTypes(data));
else await makeLibrary(data, join(PACKAGE_ROOT, ".compiled/library"));
