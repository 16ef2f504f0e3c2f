import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { temporaryFolder } from "../../helpers/data.ts";
import { gamedata } from "./credentials.ts";

describe("at the start", () => {
  it.each<[string, string | undefined]>([
    ["missing", undefined],
    ["of the earlier format", "{"],
  ])("a file that is %s is one line on standard error, and exit code 1", async (_, text) => {
    const path = join(temporaryFolder(), "keys.json");
    if (text !== undefined) writeFileSync(path, text);
    const { code, stdout, stderr } = await gamedata(["serve", inject("realSite")], {
      API_KEYS_FILE: path,
    });

    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^API_KEYS_FILE: [^\n]+\n$/);
    expect(stderr).toContain(path);
  });
});
