import { describe, expect, it } from "vitest";
import { NamesByDay } from "../../../../build/cli/terminal/names-of-day.ts";
import { createColumnResolver } from "../../../../build/client/match-log/columns.ts";
import { type ResolvedLog, resolveLog } from "../../../../build/client/match-log/resolve-log.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";

const DAYS = new NamesByDay(REAL_DATA);

function read(lines: readonly string[], day?: string): Promise<ResolvedLog> {
  return resolveLog(lines, DAYS.of(day).names);
}

const start = (map: string, rest = "Control,Team 1,Team 2") =>
  `[00:00:00] ,match_start,0,${map},${rest}`;
const used = (hero: string, event = "ability_1_used", copied = "0", player = "P1") =>
  `[00:00:01] ,${event},1,Team 1,${player},${hero},${copied}`;
const hit = (hero: string, key: string, event = "damage", player = "P1") =>
  `[00:00:02] ,${event},2,Team 1,${player},${hero},Team 2,P9,Ana,${key},5,0,0`;
const spawn = (hero: string, player = "P1", time = "0") =>
  `[00:00:00] ,hero_spawn,${time},Team 1,${player},${hero},0,0`;

/** `lucio/soundwave 0+1`: the uses and the hits of each ability. */
const abilitiesOf = ({ abilities }: ResolvedLog) =>
  abilities.map(({ hero, id, used: uses, hits }) => `${hero}/${id} ${uses}+${hits}`);
const keysOf = ({ otherKeys }: ResolvedLog) => otherKeys.map(({ hero, key }) => `${hero} ${key}`);
/** `Ilios: ilios`, `null` where it does not resolve. */
const mapsOf = ({ names }: ResolvedLog) =>
  names.flatMap(({ collection, id, variant, stage }) =>
    collection === "maps" ? [[id, variant ?? stage].filter((one) => one !== undefined).join()] : [],
  );

describe("a key plays", () => {
  it.each([
    ["Lúcio", "Secondary Fire", "lucio/soundwave"],
    ["Wrecking Ball", "Secondary Fire", "wrecking-ball/grappling-claw"],
    ["Wrecking Ball", "Crouch", "wrecking-ball/piledriver"],
    ["Hanzo", "Jump", "hanzo/lunge"],
    ["Mercy", "Reload", "mercy/flash-heal"],
    ["Ashe", "Secondary Fire", "ashe/take-aim"],
    ["Bastion", "Ability 1", "bastion/reconfigure"],
    ["Bastion", "Ability 2", "bastion/self-repair"],
    ["D.Va", "Primary Fire", "dva/fusion-cannons"],
    ["겐지", "궁극기", "genji/dragonblade"],
    ["Genji", "技能1", "genji/swift-strike"],
    ["Genji", "Tir secondaire", "genji/shuriken-secondary"],
    ["Ana", "Nano Boost", "ana/nano-boost"],
  ])("%s, %s: %s", async (hero, key, ability) => {
    expect(abilitiesOf(await read([hit(hero, key)]))).toEqual([`${ability} 0+1`]);
  });

  it.each([
    ["Roadhog", "Secondary Fire", "2024-05-01", "take-a-breather"],
    ["Roadhog", "Ability 2", "2024-05-01", "pig-pen"],
    ["Roadhog", "Ability 2", "2022-12-24", "take-a-breather"],
    ["Roadhog", "Ability 2", "2025-09-01", "take-a-breather"],
    ["Lifeweaver", "Secondary Fire", "2023-04-12", "petal-platform"],
    ["Lifeweaver", "Ability 1", "2023-05-01", "petal-platform"],
    ["Sombra", "Secondary Fire", "2024-05-01", "hack"],
    ["Sombra", "Secondary Fire", undefined, "hotfix"],
    ["Doomfist", "Ability 2", "2021-01-01", "seismic-slam"],
    ["Doomfist", "Ability 1", "2021-01-01", "rising-uppercut"],
    ["Bastion", "Secondary Fire", "2021-01-01", "self-repair"],
    ["Orisa", "Secondary Fire", "2021-01-01", "halt"],
    ["Cassidy", "Ability 2", "2023-06-20", "magnetic-grenade"],
  ])("%s, %s, on %s: %s", async (hero, key, day, ability) => {
    const { abilities } = await read([hit(hero, key)], day);
    expect(abilities.map(({ id }) => id)).toEqual([ability]);
  });

  it("nothing known, and is listed and counted", async () => {
    const log = await read([
      hit("Tracer", "Secondary Fire"),
      hit("Mei", "Interact"),
      hit("Mei", "Melee"),
      hit("Cassidy", "Magnetic Grenade"),
      hit("Mei", "0"),
      hit("Mei", ""),
    ]);
    expect(abilitiesOf(log)).toEqual([]);
    expect(log.otherKeys.map(({ key, note = "" }) => `${key} ${note}`)).toEqual([
      expect.stringMatching(/^Magnetic Grenade until 2024-0/),
      "Interact ",
      "Melee the quick melee of every hero",
      "Secondary Fire ",
    ]);
  });

  it("uses and hits apart", async () => {
    const log = await read([used("Ana"), used("Ana"), hit("Ana", "Ability 1", "****")]);
    expect(log.abilities).toMatchObject([{ id: "sleep-dart", count: 3, used: 2, hits: 1 }]);
  });
});

describe("Echo", () => {
  const copy = (of: string, player = "P1") => used("Echo", "echo_duplicate_start", of, player);
  const end = (player = "P1") => `[00:00:05] ,echo_duplicate_end,5,Team 1,${player},Echo,4`;

  it.each<[string, string[], string[]]>([
    [
      "has the kit of her copy, also where the field is missing",
      [copy("Ana"), used("Echo", "ability_1_used", "Ana"), hit("Echo", "Ultimate", "kill")],
      ["ana/sleep-dart 1+0", "ana/nano-boost 0+1"],
    ],
    [
      "has her own after it",
      [copy("Ana"), end(), hit("Echo", "Ability 2")],
      ["echo/focusing-beam 0+1"],
    ],
    ["has her own after a swap", [copy("Ana"), spawn("Echo"), hit("Echo", "Crouch")], []],
    ["has her own in the next match", [copy("Ana"), start("Ilios"), hit("Echo", "Jump")], []],
    [
      "is herself while another Echo copies",
      [copy("Ana"), hit("Echo", "Secondary Fire", "damage", "P2")],
      ["echo/sticky-bombs 0+1"],
    ],
    [
      "is two copies at once",
      [
        copy("Ana"),
        copy("메이", "P2"),
        hit("Echo", "Ability 2"),
        hit("Echo", "Ability 2", "kill", "P2"),
      ],
      ["ana/biotic-grenade 0+1", "mei/ice-wall 0+1"],
    ],
    [
      "is herself where the field says so",
      [copy("Ana"), used("Echo", "ability_1_used", "0")],
      ["echo/flight 1+0"],
    ],
    [
      "is not another hero of the player",
      [copy("Ana"), hit("Mei", "Ability 1")],
      ["mei/cryo-freeze 0+1"],
    ],
  ])("%s", async (_what, lines, abilities) => {
    const log = await read(lines);
    expect(abilitiesOf(log)).toEqual(abilities);
    if (abilities.length === 0) expect(keysOf(log).join()).toMatch(/^echo /);
  });
});

describe("a map's name", () => {
  it.each([
    ["왕의 길 (겨울)", "kings-row,winter"],
    ["Кингс Роу (зима)", "kings-row,winter"],
    ["หอคอยลี่เจียง (วันตรุษจีน)", "lijiang-tower,lunar-new-year"],
    ["Eichenwalde (Cadılar Bayramı)", "eichenwalde,halloween"],
    ["EICHENWALDE（ハロウィン）", "eichenwalde,halloween"],
    ["Ilios Ruins", "ilios,ruins"],
    ["Илиос: маяк", "ilios,lighthouse"],
    ["LIJIANG GARDEN", "lijiang-tower,garden"],
    ["Lijiang Garden (Lunar New Year)", "lijiang-tower,garden"],
    ["Busan Sanctuary (Lunar New Year)", "busan,sanctuary"],
    ["Kings Row hiver", "kings-row,winter"],
    ["Busan (Lunar New Year)", "busan"],
    ["Ilios\u00a0（冬季）", "ilios"],
  ])("%s means %s", async (name, id) => {
    expect(mapsOf(await read([start(name)]))).toEqual([id]);
  });

  it.each([
    ["Nepal Shrine 0", "nepal"],
    ["Oasis – Night", "oasis"],
    ["Kings Row: Winter Wonderland", "kings-row"],
  ])("%s is near to %s", async (name, id) => {
    const [found] = (await read([start(name)])).names;
    expect([found?.id, found?.nearest[0]?.id]).toEqual([null, id]);
  });

  it.each([
    ["하나오카", undefined, "a map of Clash, in core play until 2025-02-18; not in the API"],
    ["Paris", "2021-01-01", "a map of Assault, in core play until 2020-04-14; not in the API"],
    ["Workshop Island", undefined, "a map of Skirmish; not in the API"],
    ["Black Forest (Winter)", undefined, "a map of Elimination; not in the API"],
    ["Écolab\u00a0: Antarctique (hiver)", undefined, "a map of Elimination; not in the API"],
    ["Château Guillard (Halloween)", undefined, "a map of Deathmatch; not in the API"],
    ["Suravasa", "2023-01-01", "known from 2023-08-10 on"],
  ])("%s on %s: %s", async (name, day, note) => {
    const { names, absent } = await read([start(name), `[00:00:01] ,other_event,${name},x`], day);
    expect(names).toEqual([]);
    expect(absent).toMatchObject([{ name, note, count: 2 }]);
  });

  it("of a map that has left is served on a day that had it, and heroes come later", async () => {
    const log = await read([start("Ханамура"), spawn("Juno"), spawn("D.Mon")], "2021-01-01");
    expect(mapsOf(log)).toEqual(["hanamura"]);
    expect(log.absent.map(({ id, note }) => `${id} ${note}`)).toEqual([
      "juno known from 2024-08-20 on",
      expect.stringMatching(/^dmon known from 2026-08-11/),
    ]);
  });
});

describe("values that are masked or empty", () => {
  it.each(["****", "＊＊＊＊", "A****", "None", "null", "NULL", "0", "", "undefined", "N/A", "-"])(
    "%j is nobody",
    async (nobody) => {
      const line = `[00:00:02] ,hero_swap,5,Team 1,P1,Ana,${nobody},4`;
      const { names } = await read([spawn(nobody), line]);
      expect(names.map(({ name }) => name)).toEqual(["Ana"]);
    },
  );

  const stat = (seconds: string, time = seconds, hero = "Ana", player = "P1") =>
    `[00:00:03] ,player_stat,${time},1,Team 1,${player},${hero},${"0,".repeat(32)}${seconds}`;
  const end = (time: string) => `[00:00:09] ,match_end,${time},2,3,2`;

  it("of two spellings of a hero are one", async () => {
    const lines = [spawn("Soldat\u00a0: 76"), spawn("Soldier: 76", "P2"), end("60")];
    const { matches } = await read([start("Ilios", "Contrôle,Team\u00a01,B"), ...lines]);
    expect(matches[0]?.teams[0]?.heroes).toEqual([{ name: "Soldat\u00a0: 76", seconds: 120 }]);
  });

  it.each<[string, string[], number | null, Record<string, number | null>]>([
    [
      "unknown where the last count is",
      [spawn("Ana"), stat("700"), stat("****.20"), end("1490")],
      1490,
      { Ana: null },
    ],
    [
      "unknown in a turn of no known start",
      [spawn("Ana", "P1", "****5.98"), end("90")],
      90,
      { Ana: null },
    ],
    ["unknown at the end", [spawn("Ana"), stat("700"), end("****.90")], null, { Ana: null }],
    [
      "the newer one that is not masked",
      [spawn("Ana"), stat("****"), stat("800"), end("900")],
      900,
      { Ana: 900 },
    ],
    ["unknown of a player without a name", [spawn("Ana", "****"), end("90")], 90, { Ana: null }],
    [
      "a sum with an unknown part",
      [stat("9"), stat("****", "9", "Ana", "P2"), end("9")],
      9,
      { Ana: null },
    ],
  ])("a number is %s", async (_what, lines, seconds, heroes) => {
    const { matches } = await read([start("Dorado"), ...lines]);
    expect(matches[0]?.seconds).toBe(seconds);
    const played = matches[0]?.teams[0]?.heroes.map((one) => [one.name, one.seconds]) ?? [];
    expect(Object.fromEntries(played)).toEqual(heroes);
  });
});

describe("an export", () => {
  const event = ["hero_spawn", "0", "Team 1", "P1", "Ana", "0", "0"];

  it.each([
    ["an ISO time before", `2026-04-19T12:00:05Z,${event}`],
    ["one with an offset and parts of a second", `2026-04-19T12:00:05.250+02:00,${event}`],
    ["one in quotation marks", `"2026-04-19 12:00:05 UTC","hero_spawn",${event.slice(1)}`],
    ["an American time", `4/19/2026 12:00:05 PM,${event}`],
    ["numbers and a time", `7;3;2026-04-19T12:00:05Z;${event.join(";")}`],
    ["bars", `[00:00:01] |${event.join("|")}`],
    ["a comma in a team's name", `[00:00:01] ,hero_spawn,0,"Red, White",P1,Ana,0,0`],
    ["semicolons, and a comma in a team's name", `[00:00:01] ;hero_spawn;0;"A, B";P1;Ana;0;0`],
    [
      "tabs, and a comma without quotation marks",
      `[00:00:01] \thero_spawn\t0\tA, B\t"P1"\tAna\t0\t0`,
    ],
    ["the line in one cell", `"[00:00:01] ,hero_spawn,0,The ""A"" Team,P1,Ana,0,0"`],
  ])("is read with %s", async (_what, line) => {
    const { names, unread } = await read([line]);
    expect([names.map(({ name }) => name), unread.count]).toEqual([["Ana"], 0]);
  });

  it("may have a line end in a field; a mark never closed loses no other line", async () => {
    const { names } = await read([
      '1,hero_spawn,0,"Team',
      '1",P1,Ana,0,0',
      '2,hero_spawn,0,"T,P1,Mei,0,0',
      spawn("Echo"),
      spawn("Juno"),
    ]);
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(["Ana", "Echo", "Juno"]));
  });

  it("has lines that are not events, which are counted and shown", async () => {
    const lines = ["# made by hand", "", "hello", "a,b", ...Array(9).fill("x"), spawn("Ana")];
    const { unread } = await read(lines);
    expect(unread.count).toBe(12);
    expect(unread.first.map(({ line, text }) => `${line} ${text}`)).toEqual([
      "1 # made by hand",
      "3 hello",
      "4 a,b",
      "5 x",
      "6 x",
    ]);
  });

  it("of another mode has players in a column with names that are no heroes", async () => {
    const players = ["P1", "P2", "Sigma", "P4"];
    const log = await read([
      ...players.map((name) => `[00:02:05] 125.01,${name},Reinhardt,0,0`),
      "[00:02:06] 126.01,P1,Mei,0,0",
      "[00:02:18] 138.90,FinalBlow,Sigma,P1,Primary Fire",
      "[00:02:20] [HERO_SWITCH] [Sigma] from [McCree] swapped to [Ana]",
    ]);
    expect(log.names.map(({ name }) => name)).toEqual(["Reinhardt", "Mei", "McCree", "Ana"]);
  });
});

describe("columns of a table", () => {
  it("are those of the header, however it is written", () => {
    const table = createColumnResolver(["Hero  name"], DAYS.of(undefined).names);
    for (const line of ["x,HERO\u00a0name", ",Ana"]) table.add(line);
    expect(table.result().names).toMatchObject([{ id: "ana" }]);
  });

  it("resolve by the header, with the rows of unknown names", () => {
    const table = createColumnResolver(["hero", "map_name"], DAYS.of(undefined).names);
    for (const line of ["map_name,x,hero", '"Ilios","a', 'b",All Heroes', "Busn,,Anna", ",,쟁탈"])
      table.add(line);
    const { rows, names, modes } = table.result();
    expect([rows, modes]).toMatchObject([4, [{ id: "control" }]]);
    expect(names.map(({ name, collection, id, lines }) => [name, collection, id, lines])).toEqual([
      ["Ilios", "maps", "ilios", [2]],
      ["Anna", "heroes", null, [3]],
      ["Busn", "maps", null, [3]],
    ]);
  });

  it("that are missing are named with those that are there", () => {
    const table = createColumnResolver(["hero"], DAYS.of(undefined).names);
    expect(() => table.add("a;b")).toThrow('has no column "hero"; it has a, b');
  });
});

describe("other names", () => {
  it("of modes and teams are known in every client language", async () => {
    const { modes, teams } = await read([
      start("부산", "쟁탈,1팀,2팀"),
      start("Dorado", "Сопровождение,Команда 1,The Reds"),
    ]);
    expect(modes.map(({ id }) => id)).toEqual(["control", "escort"]);
    expect(teams.map(({ name, id }) => `${name} ${id}`)).toEqual(["1팀 1", "2팀 2", "Команда 1 1"]);
  });

  it("of a mode that is not known are listed", async () => {
    const lines = [start("Dorado", "Hide and Seek,Team 1,The Reds"), start("Dorado", "****,A,B")];
    expect((await read(lines)).otherModes).toEqual([{ name: "Hide and Seek", count: 1 }]);
  });

  it("that are unknown get suggestions for the first hundred; the rest are counted", async () => {
    const lines = Array.from({ length: 150 }, (_, at) => spawn(`Tracerr${at}`));
    const { names, moreUnknown } = await read(lines);
    expect([names.length, moreUnknown]).toEqual([100, 50]);
  });

  it("of two letters suggest no other hero", async () => {
    expect((await read([spawn("디먼")])).names[0]?.nearest).toEqual([]);
  });
});
