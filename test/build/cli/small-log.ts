/** A match log of three lines: a map in a variant, a hero in Korean, and a name with a mistake. */
export const LOG = [
  "[00:00:00] ,match_start,0,King's Row (Winter),Hybrid,Team 1,Team 2",
  "[00:00:09] ,hero_spawn,0,Team 1,Ana,루시우,0,0",
  "[00:00:10] ,hero_spawn,0,Team 2,Player2,Tracr,0,0",
  "",
].join("\r\n");
