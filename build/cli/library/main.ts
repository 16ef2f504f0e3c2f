import { join } from "node:path";
import { PACKAGE_DATA, PACKAGE_ROOT } from "../../core/package.ts";
import { checkedData } from "../terminal/data-folder.ts";
import { makeLibrary } from "./make-library.ts";

await makeLibrary(checkedData(PACKAGE_DATA), join(PACKAGE_ROOT, ".compiled/library"));
