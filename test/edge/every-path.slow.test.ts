import { onWorkerd } from "./on-workerd.ts";

await onWorkerd(() => import("../contract/every-path.test.ts"));
