import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { OPERATION_ENTRIES } from "../../../../../build/core/schema/operations.ts";
import { SAMPLE_LANGUAGES } from "../../../../../build/generator/pages/docs/samples.ts";
import { tabsOf } from "../../../../helpers/code-tabs.ts";

it("the code of every operation is there in every language", () => {
  for (const [id, { type }] of OPERATION_ENTRIES) {
    const page = readFileSync(join(inject("realSite"), `docs/${id}.html`), "utf8");
    const languages = tabsOf(page).map(({ label }) => label);
    const all = type === undefined ? SAMPLE_LANGUAGES : ["curl"];
    expect([id, ...languages]).toEqual([id, ...all]);
  }
});
