import { onWorkerd } from "./on-workerd.ts";

await onWorkerd(() => import("../proxy/auth/identify.test.ts"));
