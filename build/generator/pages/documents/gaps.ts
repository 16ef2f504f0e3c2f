import type { Site } from "../../../core/site/site.ts";
import type { Evidence } from "../../data/evidence.ts";

/** Adds `/gaps.json`: every value that is unknown or rests on thin evidence, and why. */
export function addGapsJson(site: Site, { gaps, lastChecked }: Evidence): void {
  const list = { lastChecked, gaps };
  site.addFile("/gaps.json", "application/json", `${JSON.stringify(list, null, 2)}\n`);
}
