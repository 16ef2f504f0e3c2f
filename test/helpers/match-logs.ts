import { isFilled, readLogLine } from "../../build/client/match-log/log-line.ts";

/** The columns of `player_stat` between the hero and the time that it was played. */
const STAT = Array.from({ length: 32 }, () => "0").join(",");

/**
 * Match logs as modes and tools write them, with players renamed, by what is special about them.
 */
export const LOGS = {
  "ScrimTime, with what the game counted": `[00:00:00] ,match_start,0,Lijiang Tower (Lunar New Year),Control,Team 1,Team 2
[00:00:10] ,hero_spawn,0,Team 1,Player1,Ramattra,0,0
[00:00:13] ,hero_spawn,0,Team 2,Ana,Lúcio,0,0
[00:01:43] ,healing,8.26,Team 2,Ana,Lúcio,Team 2,Ana,Lúcio,Primary Fire,2.18,0,(-18.64, 267.00, 289.82),(-15.48, 269.41, 294.17)
[00:06:25] ,player_stat,172.33,1,Team 1,Player1,Ramattra,${STAT},172.33
[00:11:05] ,hero_swap,400,Team 2,Ana,Mei,Lúcio,400
[00:12:25] ,player_stat,479.59,2,Team 1,Player1,Ramattra,${STAT},479.59
[00:12:25] ,player_stat,479.59,2,Team 2,Ana,Lúcio,${STAT},400
[00:12:25] ,player_stat,479.59,2,Team 2,Ana,Mei,${STAT},79.59
[00:12:26] ,match_end,479.59,2,2,0
`,
  "Korean, two matches, one without an end": `[00:00:00] ,match_start,0,남극 반도,쟁탈,1팀,2팀
[00:00:10] ,hero_spawn,0,1팀,Player1,소전,0,0
[00:00:16] ,hero_swap,60,1팀,Player1,캐서디,소전,0
[00:09:16] ,match_end,300,2,2,0
[00:20:00] ,match_start,0,일리오스,쟁탈,1팀,2팀
[00:20:12] ,hero_spawn,0,2팀,Player2,키리코,0,0
[00:22:12] ,kill,120.5,2팀,Player2,키리코,1팀,Player1,소젼,0,1,0,0
`,
  "an older mode, with semicolons": `[00:00:00] ;map;King's Row;;0
[00:01:39] ;player_status;Player1;Moira;(-12.62, -0.11, -29.23)
[00:01:40] ;player_status;Player1;Moira;(-19.14, 0.75, -28.37)
`,
  "an export as CSV, with columns before the event": `id,scrimId,event_type,match_time,player_team,player_name,player_hero,previous_hero,hero_time_played,MapDataId
61,5,hero_spawn,0,T_1,P_1,Genji,0,0,
62,5,hero_spawn,0,T_2,P_2,"Lúcio",0,0,
63,5,hero_spawn,0,T_2,P_3,Junker Quen,0,0,
`,
  "quoted, with tabs": `"[00:00:00] "\t"match_start"\t"0"\t"King's Row"\t"Hybrid"\t"A"\t"B"
"[00:00:09] "\t"hero_spawn"\t"0"\t"A"\t"Pl ""1"""\t"D.Va"\t"0"\t"0"
`,
} satisfies Record<string, string>;

/** The heroes, maps and players of an event; undefined where a line is none. */
export function namesInLine(line: string) {
  const event = readLogLine(line);
  const at = (places: readonly number[] = []) =>
    places.map((place) => event?.at(place) ?? "").filter(isFilled);
  const { heroes, maps, players } = event?.positions ?? {};
  return event && { heroes: at(heroes), maps: at(maps), players: at(players) };
}
