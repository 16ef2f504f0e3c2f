import { onWorkerd } from "./on-workerd.ts";

await onWorkerd(() => import("../attack/headers.test.ts"));
