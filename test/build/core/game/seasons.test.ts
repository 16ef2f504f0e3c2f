import { expect, it } from "vitest";
import { seasonsOf } from "../../../../build/core/game/seasons.ts";

it("seasons have number and title of their patch; pages are named by number, year or day", () => {
  const patch = (date: string, number?: number, title?: string) => ({
    id: date,
    date,
    kind: "season" as const,
    name: `New on ${date}`,
    ...(number && { season: { number, ...(title && { title }) } }),
  });
  const newestFirst = [
    patch("2026-11-03"),
    patch("2026-10-06", 5, "A Grim Doctrine"),
    patch("2026-02-10", 5),
    patch("2023-06-13", 5),
    patch("2017-05-02"),
    patch("2017-01-24"),
  ];
  const seasons = seasonsOf(newestFirst);
  expect(seasons.map(({ path, name, number, title }) => [path, name, number, title])).toEqual([
    ["seasons/2017", "2017", null, "Overwatch 1"],
    ["seasons/5-2023", "Season 5", 5, ""],
    ["seasons/5-2026-02-10", "Season 5", 5, ""],
    ["seasons/5", "Season 5", 5, "A Grim Doctrine"],
    ["seasons/2026-11-03", "New on 2026-11-03", null, ""],
  ]);
  expect(seasons.map(({ until }) => until)).toEqual([
    "2023-06-13",
    "2026-02-10",
    "2026-10-06",
    "2026-11-03",
    undefined,
  ]);
});
