import { describe, expect, it } from "vitest";
import { type ResolvedLog, resolveLog } from "../../../../build/client/match-log/resolve-log.ts";
import { namesOf } from "../../../../build/client/names.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";

const NAMES = namesOf(REAL_DATA);

function resolve(...lines: string[]): Promise<ResolvedLog> {
  async function* stream() {
    yield* lines;
  }
  return resolveLog(stream(), NAMES);
}

/** `Lúcio heroes/lucio 3`, in the order of the log. */
function inShort({ names }: ResolvedLog): string[] {
  return names.map(({ name, collection, id, count }) => `${name} ${collection}/${id} ${count}`);
}

describe("the names in a log", () => {
  it("resolve in any client language, and are counted", async () => {
    const log = await resolve(
      "[00:00:00] ,match_start,0,国王大道（冬季）,混合,队伍1,队伍2",
      "[00:00:09] ,hero_spawn,0,队伍1,Player4,卢西奥,0,0",
      "[00:00:10] ,hero_swap,0,队伍1,Player4,天使,卢西奥,0",
      "no line of the game",
    );
    expect(log).toMatchObject({ lines: 4, events: 3 });
    expect(inShort(log)).toEqual([
      "国王大道（冬季） maps/kings-row 1",
      "卢西奥 heroes/lucio 2",
      "天使 heroes/mercy 1",
    ]);
  });

  it("that do not resolve come with the nearest, and the line they were first in", async () => {
    const line = "[00:00:09] ,hero_spawn,0,A,Ana,Tracr,0,0";
    expect((await resolve("[00:00:00] ,round_start,0,1,0,0,0,2", line, line)).names).toEqual([
      {
        name: "Tracr",
        collection: "heroes",
        id: null,
        count: 2,
        firstLine: 2,
        lines: [2, 3],
        nearest: [{ spelling: "Tracer", id: "tracer" }],
      },
    ]);
  });

  it("that do not resolve leave their abilities to the nearest hero, marked as such", async () => {
    const line = "[00:00:09] ,ability_1_used,1,A,P,";
    const { abilities } = await resolve(`${line}Tracr,0,0`, `${line}Tracer,0,0`);
    expect(abilities.map(({ hero, written, used }) => [hero, written, used])).toEqual([
      ["tracer", undefined, 1],
      ["tracer", "Tracr", 1],
    ]);
  });

  it("come with the lines that have them, as far as a hundred", async () => {
    const line = "[00:00:09] ,kill,1,A,P,Echo,B,Q,Echo,0,1,0,0";
    const { names } = await resolve(...Array.from({ length: 150 }, () => line));
    expect(names[0]?.count).toBe(300);
    expect(names[0]?.lines).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  });

  it("are never a player's, nor a hero's where a map's is", async () => {
    const log = await resolve(
      "[00:00:00] ,match_start,0,Ana,Control,Mercy,Juno",
      "[00:00:09] ,hero_spawn,0,Mercy,Lúcio,Echo,0,0",
    );
    expect(inShort(log)).toEqual(["Ana maps/null 1", "Echo heroes/echo 1"]);
  });

  it("in another mode's events are those spelled exactly so, unless a player is", async () => {
    const log = await resolve(
      "[00:00:01] ,duel_won,Ana,Lúcio,Ilios,Lucioo",
      "[00:00:09] ,hero_spawn,0,A,Ana,Echo,0,0",
      "[00:00:10] ,duel_won,Ana,Lúcio,Ilios",
    );
    expect(inShort(log)).toEqual([
      "Lúcio heroes/lucio 2",
      "Ilios maps/ilios 2",
      "Echo heroes/echo 1",
    ]);
  });
});
