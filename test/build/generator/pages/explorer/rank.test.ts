import { expect, it } from "vitest";
import { describeRank } from "../../../../../build/generator/pages/explorer/parts/rank.tsx";
import { REAL_DATA } from "../../../../helpers/real-data.ts";

/** The rank of the first of heroes with these amounts of health. */
function rankAmong(...totals: number[]): string {
  const [sample] = REAL_DATA.heroes;
  if (sample === undefined) throw new Error("the data has no hero");
  const peers = totals.map((total) => ({
    ...sample,
    name: sample.names.en,
    portrait: "",
    health: { standard: total, armor: 0, shields: 0, total },
  }));
  const [hero] = peers;
  if (hero === undefined) throw new Error("a rank needs a hero");
  return describeRank(hero, peers, "Tank");
}

it.each([
  [[300], "The only tank hero."],
  [[300, 300], "All 2 tank heroes have as much."],
  [[300, 200], "Highest among 2 tank heroes."],
  [[300, 300, 200], "Highest among 3 tank heroes, shared by 2."],
  [[200, 300, 300], "Lowest among 3 tank heroes."],
  [[250, 300, 200], "Among 3 tank heroes 1 has more, 1 has less."],
  [[250, 300, 300, 250, 200], "Among 5 tank heroes 2 have more, 1 has the same, 1 has less."],
])("the rank of the first of %o is: %s", (totals, words) => {
  expect(rankAmong(...totals)).toBe(words);
});
