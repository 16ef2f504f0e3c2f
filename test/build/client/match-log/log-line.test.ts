import { describe, expect, it } from "vitest";
import { namesInLine } from "../../../helpers/match-logs.ts";

/** The names in a line, a collection before each. */
function namesIn(line: string): string[] {
  const { heroes = [], maps = [] } = namesInLine(line) ?? {};
  return [...heroes.map((name) => `heroes: ${name}`), ...maps.map((name) => `maps: ${name}`)];
}

// Lines as the game writes them with ScrimTime, players renamed.
describe("a line of a match log", () => {
  it("never takes a player or a team for a hero", () => {
    expect(namesIn("[00:00:09] ,hero_spawn,0,Mercy,Ana,Echo,0,0")).toEqual(["heroes: Echo"]);
    expect(namesInLine("[00:03:07] ,kill,1,A,Ana,Echo,B,Mei,Juno,0,1,0,0")?.players).toEqual([
      "Ana",
      "Mei",
    ]);
  });

  it("may lack the comma after the time, its hours, or the time", () => {
    const event = "hero_spawn,0,Team 2,Player4,Echo,0,0";
    for (const prefix of ["[00:00:09] ,", "[00:00:09] ", "[00:00:09],", "[12:09] ,", ""]) {
      expect([prefix, namesIn(`${prefix}${event}`)]).toEqual([prefix, ["heroes: Echo"]]);
    }
  });

  it("may hold positions, whose commas end no field", () => {
    expect(namesIn("[00:00:09] ,hero_spawn,(1.50, -2.31, 30),Team 2,Player4,Echo,0,0")).toEqual([
      "heroes: Echo",
    ]);
    expect(namesIn("[00:00:00] ,match_start,0,King's Row (Winter),Hybrid,A (1,B")).toEqual([
      "maps: King's Row (Winter)",
    ]);
  });

  it.each([
    ["tabs", "[00:00:09]\thero_spawn\t0\tTeam 2\tPlayer4\tEcho\t0\t0"],
    ["semicolons", "[00:00:09] ;hero_spawn;0;Team 2;Player4;Echo;0;0"],
    ["quotation marks", '"[00:00:09] ","hero_spawn","0","Team, ""2""","Player4","Echo","0","0"'],
    ["numbers before the event", "61,5,hero_spawn,0,Team 2,Player4,Echo,0,0,"],
    ["the time as a column", "00:00:09,hero_spawn,0,Team 2,Player4,Echo,0,0"],
  ])("may be exported with %s", (_what, line) => {
    expect(namesInLine(line)).toEqual({ heroes: ["Echo"], maps: [], players: ["Player4"] });
  });

  it.each([
    "",
    "hello",
    "Ana,Mercy",
    "# match_start",
    "[yesterday] ,kill",
    "kill",
    "Ana,kill,0,A,P,Echo",
  ])("is none: %j", (line) => {
    expect(namesIn(line)).toEqual([]);
  });

  it("is read in no time, however it is made", () => {
    for (const line of [
      "(".repeat(50_000),
      "(1,".repeat(30_000),
      "(1.1, ".repeat(15_000),
      ",".repeat(90_000),
      '"'.repeat(90_000),
      `(${"1,".repeat(45_000)}`,
    ]) {
      expect(namesIn(`[00:00:00] ,${line}`)).toEqual([]);
    }
  });
});
