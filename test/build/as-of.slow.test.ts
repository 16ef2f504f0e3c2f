import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { buildSite } from "../../build/generator/build-site.ts";
import { ADDRESSES, describeServed, OFFERED } from "../contract/served-as-of.ts";
import { REAL_DATA } from "../helpers/real-data.ts";

const folder = mkdtempSync(join(tmpdir(), "gamedata-as-of-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [newest = "", oldest = ""] = [OFFERED[0]?.id, OFFERED.at(-1)?.id];

describeServed(newest, () => inject("realSite"));

describeServed(oldest, () => {
  const out = join(folder, "dist");
  const about = { ...ADDRESSES, patch: oldest, version: "test" };
  buildSite(REAL_DATA, { ...about, out, from: inject("realSite") });
  return out;
});
