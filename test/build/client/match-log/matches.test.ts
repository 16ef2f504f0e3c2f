import { describe, expect, it } from "vitest";
import { readLogLine } from "../../../../build/client/match-log/log-line.ts";
import { createMatchFinder, type Match } from "../../../../build/client/match-log/matches.ts";
import { LOGS } from "../../../helpers/match-logs.ts";

function matchesIn(text: string): Match[] {
  const finder = createMatchFinder();
  for (const [at, line] of text.split("\n").entries()) {
    const event = readLogLine(line);
    if (event !== undefined) finder.add(event, at + 1);
  }
  return finder.matches();
}

describe("the matches of a log", () => {
  it("have the playing time that the game counted last, a team's players together", () => {
    expect(matchesIn(LOGS["ScrimTime, with what the game counted"])).toEqual([
      {
        line: 1,
        map: "Lijiang Tower (Lunar New Year)",
        seconds: 479.59,
        hasEnd: true,
        teams: [
          {
            name: "Team 1",
            heroes: [{ name: "Ramattra", seconds: 480 }],
            players: [{ name: "Player1", heroes: [{ name: "Ramattra", seconds: 480 }] }],
          },
          {
            name: "Team 2",
            heroes: [
              { name: "Lúcio", seconds: 400 },
              { name: "Mei", seconds: 80 },
            ],
            players: expect.any(Array),
          },
        ],
      },
    ]);
  });

  it("have the time between spawns and swaps where the game counted none", () => {
    const [first, second] = matchesIn(LOGS["Korean, two matches, one without an end"]);
    expect(first?.teams[0]?.heroes).toEqual([
      { name: "캐서디", seconds: 240 },
      { name: "소전", seconds: 60 },
    ]);
    expect(second).toMatchObject({ line: 5, map: "일리오스", seconds: 120.5, hasEnd: false });
    expect(second?.teams[1]?.heroes).toEqual([{ name: "키리코", seconds: 121 }]);
  });

  // The mode's versions of 2023 wrote 0 as the time of each event, and counted no playing time.
  it("are timed by the clock before the lines where the mode counts no time", () => {
    const log = `[00:01:00] ,match_start,0,Oasis,Control,Team 1,Team 2
[00:01:10] ,hero_spawn,0,Team 1,Player1,Orisa,0,0
[00:03:10] ,hero_swap,0,Team 1,Player1,Sigma,Orisa,0
[01:01:00] ,player_stat,0,1,Team 1,Player1,Orisa,${Array(33).fill("0").join(",")}
[01:01:00] ,match_end,0,3,0,3
`;
    const [match] = matchesIn(log);
    expect(match).toMatchObject({ seconds: 3_600, hasEnd: true });
    expect(match?.teams[0]?.heroes).toEqual([
      { name: "Sigma", seconds: 3_470 },
      { name: "Orisa", seconds: 120 },
    ]);
  });

  it("are none where no match starts, as in a table of one event", () => {
    expect(matchesIn(LOGS["an export as CSV, with columns before the event"])).toEqual([]);
  });
});

/** Two rounds, the second without its end: whoever plays has no count since the first. */
const CUT = `[00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2
[00:00:09] ,hero_spawn,0,Team 1,P1,Ana,0,0
[00:00:09] ,hero_spawn,0,Team 2,P2,Sigma,0,0
[00:03:29] ,round_end,200,1,Team 1,1,0,1,100,0,0
[00:03:29] ,player_stat,200,1,Team 1,P1,Ana,${Array(32).fill("0").join(",")},200.5
[00:03:29] ,player_stat,200,1,Team 2,P2,Sigma,${Array(32).fill("0").join(",")},200.5
[00:03:40] ,hero_swap,210,Team 1,P1,Mercy,Ana,200.5
[00:06:00] ,hero_spawn,350,Team 2,P3,Mei,0,0
[00:08:00] ,kill,470,Team 1,P1,Mercy,Team 2,P3,Mei,Primary Fire,20,0,0
`;

/** The seconds of each hero, by the match, the team and the hero. */
function timesOf(text: string): Map<string, number | null> {
  return new Map(
    matchesIn(text).flatMap(({ line, teams }) =>
      teams.flatMap(({ name, heroes }) =>
        heroes.map((hero) => [`${line} ${name} ${hero.name}`, hero.seconds] as const),
      ),
    ),
  );
}

describe("a log that is cut", () => {
  it("in a round has the last counts, and all turns after them", () => {
    expect(Object.fromEntries(timesOf(CUT))).toEqual({
      "1 Team 1 Mercy": 260,
      "1 Team 1 Ana": 211, // 200.5, and the 10 s until the swap
      "1 Team 2 Sigma": 471,
      "1 Team 2 Mei": 120,
    });
  });

  it("in the setup has no times, not those of the clock", () => {
    const lines = CUT.split("\n").slice(0, 3).join("\n");
    const late = `${lines}\n[00:20:00] ,hero_swap,0,Team 1,P1,Juno,Ana,0`;
    expect(matchesIn(late)[0]?.seconds).toBeNull();
    expect(Object.fromEntries(timesOf(late))).toEqual({
      "1 Team 1 Juno": null,
      "1 Team 2 Sigma": null,
    });
  });

  it.each(Object.entries({ ...LOGS, CUT }))(
    "at any line loses no hero and no time that it had before: %s",
    (_what, text) => {
      const lines = text.split("\n");
      let before = timesOf("");
      for (const at of lines.keys()) {
        const now = timesOf(lines.slice(0, at + 1).join("\n"));
        for (const [hero, seconds] of before) {
          if (seconds === null || seconds === 0) continue;
          const left = now.get(hero);
          expect([at, hero, left === null || (left ?? -1) >= seconds - 1]).toEqual([
            at,
            hero,
            true,
          ]);
        }
        before = now;
      }
    },
  );
});
