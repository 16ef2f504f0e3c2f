import { describe, expect, it } from "vitest";
import { resolveLog } from "../../../../build/client/match-log/resolve-log.ts";
import { namesOf } from "../../../../build/client/names.ts";
import { namesInLine } from "../../../helpers/match-logs.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";

/**
 * The forms of lines and the spellings that occur in the logs of two public projects, read in
 * November 2026: luxdotdev/parsertime (MIT; ten logs of ScrimTime, 2023 to 2026) and
 * MortalWombatOW/scrimsight (no licence; five of ScrimTime 2023, six of an older mode 2021). The
 * lines are ours: players, teams and numbers are made up.
 */
const FORMS: [line: string, heroes: string, players: string][] = [
  ["round_start,0,1,Team 2,0,0,0", "", ""],
  ["round_end,0,2,0,0,2,2,99.99,100,0", "", ""],
  ["setup_complete,0,1,29.99", "", ""],
  ["point_progress,12.5,1,All Teams,1,33.40", "", ""],
  ["payload_progress,12.5,1,Team 1,1,10.01", "", ""],
  ["objective_updated,309.39,2,0,1", "", ""],
  ["objective_captured,12.5,1,Team 2,1,0,0.01,0", "", ""],
  ["hero_spawn,0,Team 1,P1,Orisa,0,0", "Orisa", "P1"],
  ["hero_swap,0,Team 1,P1,Soldier: 76,Widowmaker,0", "Soldier: 76, Widowmaker", "P1"],
  ["kill,1,Team 2,P2,Bastion,Team 1,P1,Sojourn,0,88,True,0", "Bastion, Sojourn", "P2, P1"],
  [
    "kill,1,Team 2,P2,Zarya,Team 1,P1,Lúcio,Melee,22.52,0,0,0,(6.38, 270.00, " +
      "295.06),(8.44, 271.11, 301.84)",
    "Zarya, Lúcio",
    "P2, P1",
  ],
  ["****,28,Team 2,P2,Bastion,Team 1,P1,Orisa,Melee,93.14,0,0", "Bastion, Orisa", "P2, P1"],
  [
    "damage,1.2,Team 2,P2,Zarya,Team 2,P2,Zarya,0,27.50,0,0,(-51.67, 270.23, " +
      "333.79),(-51.67, 270.23, 333.79)",
    "Zarya, Zarya",
    "P2, P2",
  ],
  [
    "healing,8.2,Team 2,P2,Moira,Team 2,P3,Lúcio,Primary Fire,2.18,0,(-18.64, 267.00, " +
      "289.82),(-15.48, 269.41, 294.17)",
    "Moira, Lúcio",
    "P2, P3",
  ],
  ["offensive_assist,0,Team 1,P1,Lúcio,0", "Lúcio", "P1"],
  ["defensive_assist,0,Team 2,P2,Baptiste,0", "Baptiste", "P2"],
  ["ability_1_used,0.02,Team 1,P1,Lúcio,0,(59.73, 267.58, 340.44)", "Lúcio", "P1"],
  ["ability_2_used,0.02,Team 1,P1,Symmetra,0,(56.29, 267.59, 336.58)", "Symmetra", "P1"],
  ["ultimate_charged,0,Team 2,P2,Illari,0,1", "Illari", "P2"],
  ["ultimate_start,106.54,Team 2,P2,Moira,0,1,2}", "Moira", "P2"],
  ["ultimate_end,115.03,Team 2,P2,Moira,0,1,(-13.89, 267.17, 281.55)", "Moira", "P2"],
  ["echo_duplicate_start,0,Team 2,P2,Echo,D.Va,4", "Echo, D.Va", "P2"],
  ["echo_duplicate_end,0,Team 2,P2,Echo,4", "Echo", "P2"],
  ["remech_charged,0,Team 1,P1,D.Va,0,6", "D.Va", "P1"],
  ["dva_remech,0,Team 1,P1,D.Va,9", "D.Va", "P1"],
  ["mercy_rez,0,Team 1,P1,Mercy,Team 1,P3,Kiriko", "Mercy, Kiriko", "P1, P3"],
  [`player_stat,0,1,Team 1,P1,Orisa${",0".repeat(33)}`, "Orisa", "P1"],
  ["match_end,727.37,3,0,3", "", ""],
];

/** What the older mode says of who plays what; players appear where other logs have heroes. */
const OLDER_FORMS: [line: string, name: string][] = [
  ["map;Busan;;0", "maps: Busan"],
  ["player_status;P1;McCree;(119.34, 16.98, -125.71)", "heroes: McCree"],
  ["used_ability_1;P1;Lúcio;<Icon>", "heroes: Lúcio"],
  ["used_ultimate;P1;Baptiste;<Icon>", "heroes: Baptiste"],
];

/** Lines of that mode which name nobody but players. */
const NAMELESS = [
  "player_team;P1;Team 2;0",
  "player_health;P1;400;400",
  "player_ult;P1;0;0",
  "damage_dealt;P1;23.50;P2",
  "did_healing;P1;2.24;P2",
  "did_elim;P1;67.17;P2",
  "did_final_blow;P1;67.17;P2",
];

const NAMES = namesOf(REAL_DATA);

describe("a log as public projects have them", () => {
  it.each(FORMS)("is read line by line: %s", (line, heroes, players) => {
    const event = namesInLine(`[00:03:07] ,${line}`);
    expect([event?.heroes.join(", "), event?.players.join(", ")]).toEqual([heroes, players]);
  });

  it("of an older mode is read by the names in it", async () => {
    const lines = [...OLDER_FORMS.map(([line]) => line), ...NAMELESS];
    const { names, events } = await resolveLog(
      lines.map((line) => `[00:03:07] ;${line}`),
      NAMES,
    );
    expect(events).toBe(lines.length);
    expect(names.map(({ collection, name }) => `${collection}: ${name}`)).toEqual(
      OLDER_FORMS.map(([, name]) => name),
    );
  });
});
