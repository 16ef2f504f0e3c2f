import { inject } from "vitest";
import { EARLIER } from "../helpers/real-site.ts";
import { describeServed } from "./served-as-of.ts";

// The slow tests serve the newest and the oldest too; to write all of them takes minutes.
describeServed(EARLIER, () => inject("earlierSite"));
