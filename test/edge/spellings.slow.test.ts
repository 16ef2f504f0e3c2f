import { onWorkerd } from "./on-workerd.ts";

await onWorkerd(() => import("../contract/spellings.test.ts"));
