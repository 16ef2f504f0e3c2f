import type { GameMap } from "../../../core/schema/map.ts";

/** The drawing of a mode: lines, filled shapes and rings, on a grid of 160 by 90. */
export type Course = { line: string; area: string; rings: readonly Place[] };

type Place = readonly [x: number, y: number];

/** The drawing of a mode. It differs a little from map to map, and is no plan of the map. */
export function courseOf(mode: GameMap["mode"], random: () => number): Course {
  const near = (x: number, y: number, far = 7): Place => [
    Math.round(x + (random() - 0.5) * 2 * far),
    Math.round(y + (random() - 0.5) * 2 * far),
  ];
  switch (mode) {
    case "control":
      return { line: "", area: "", rings: [near(42, 45, 9), near(82, 38, 9), near(122, 45, 9)] };
    case "escort": {
      const [start, ...stops] = [
        near(30, 55, 12),
        near(64, 42, 12),
        near(98, 56, 12),
        near(132, 40, 12),
      ];
      return {
        line: pathOf([start, ...stops]),
        area: dot(start) + stops.map(block).join(""),
        rings: [],
      };
    }
    case "hybrid": {
      const [point, ...stops] = [
        near(44, 52, 10),
        near(88, 36, 10),
        near(106, 55, 9),
        near(132, 36, 10),
      ];
      return {
        line: pathOf([point, ...stops]),
        area: stops.slice(1).map(block).join(""),
        rings: [point],
      };
    }
    case "push": {
      const [rise, reach] = [Math.round(6 + random() * 14), Math.round(44 + random() * 14)];
      const half: Place[] = [
        [80, 45],
        [80 + reach / 2, 45],
        [80 + reach / 2 + 10, 45 - rise],
        [80 + reach, 45 - rise],
      ];
      const mirrored = half.map(([x, y]): Place => [160 - x, 90 - y]);
      const ends = [half.at(-1), mirrored.at(-1)].map((end) => (end ? dot(end) : ""));
      return {
        line: pathOf(half) + pathOf(mirrored),
        area: `M77 37H83V53H77Z${ends.join("")}`,
        rings: [],
      };
    }
    case "flashpoint":
      return {
        line: "",
        area: [near(40, 28), near(120, 26), near(80, 46), near(48, 66), near(116, 66)]
          .map(dot)
          .join(""),
        rings: [],
      };
  }
}

function pathOf(places: readonly Place[]): string {
  return `M${places.map((place) => place.join(" ")).join("L")}`;
}

function dot([x, y]: Place): string {
  return `M${x - 4.5} ${y}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z`;
}

function block([x, y]: Place): string {
  return `M${x - 3.5} ${y - 3.5}h7v7h-7Z`;
}
