import { describe, it } from "vitest";
import { expectNoOtherProblem } from "./unparsed-file.ts";

describe("a file that does not parse", () => {
  it.each([
    "gaps.json",
    "modes.json",
    "roles.json",
    "heroes/sombra.json",
    "heroes/doctrine.json",
    "maps/kings-row.json",
    "maps/watchpoint-grimsvotn.json",
    "patches/2025-12-09.json",
    "patches/2026-04-14.json",
    "patches/2026-08-11.json",
  ])("causes no problem in another file: %s", (file) => {
    expectNoOtherProblem(file);
  });
});
