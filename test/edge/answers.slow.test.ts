import { onWorkerd } from "./on-workerd.ts";

await onWorkerd(() => import("../proxy/gate/answers.test.ts"));
