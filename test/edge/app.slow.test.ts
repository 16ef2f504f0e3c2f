import { onWorkerd } from "./on-workerd.ts";

await onWorkerd(() => import("../proxy/app.test.ts"));
