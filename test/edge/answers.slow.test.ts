import { onWorkerd } from "./on-workerd.ts";

await onWorkerd(() => import("../proxy/answers.test.ts"));
