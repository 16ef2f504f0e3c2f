import { expect, it } from "vitest";
import { type Season, seasonPath } from "../../../../build/core/game/seasons.ts";

it("the page of a season is named by its number, then by its year, then by its day", () => {
  const season = (name: string, from: string): Season => ({
    patch: from,
    from,
    until: undefined,
    name,
    title: "",
  });
  const seasons = [
    season("2017", "2017-01-24"),
    season("Season 5", "2023-06-13"),
    season("Season 5", "2026-02-10"),
    season("Season 5", "2026-10-06"),
    season("Invasion", "2026-11-03"),
  ];
  expect(seasons.map((one) => seasonPath(one, seasons))).toEqual([
    "seasons/2017",
    "seasons/5-2023",
    "seasons/5-2026-02-10",
    "seasons/5",
    "seasons/2026-11-03",
  ]);
});
