import { expect, it } from "vitest";
import { fullGameAsOf } from "../../../../build/generator/full/full-game.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { ADDRESSES } from "../../../helpers/real-game.ts";
import { patchOf } from "../../data-copies.ts";

it("a change has the name that its ability had on its day", () => {
  const dart = "heroes/ana/abilities/sleep-dart";
  const [ana] = REAL_DATA.heroes.filter(({ id }) => id === "ana");
  const name = ana?.abilities[0]?.name;
  const kit = (now?: string) => [{ ...ana?.abilities[0], name: now }];
  const cooldown = { target: `${dart}/cooldown`, from: 14, to: 12 };
  const patches = [
    patchOf("2099-01-01", [cooldown]),
    patchOf("2099-01-02", [{ target: `${dart}/name`, from: "Dart", to: "Doze Dart" }]),
    patchOf("2099-01-03", [cooldown]),
    patchOf("2099-01-04", [
      { target: "heroes/ana/abilities", from: kit("Doze Dart"), to: kit(name) },
    ]),
    patchOf("2099-01-05", [cooldown]),
  ];
  const { patches: full } = fullGameAsOf({ ...REAL_DATA, patches }, "2099-01-05", ADDRESSES);
  expect(full.map(({ changes: [change] }) => change?.part)).toEqual([
    name,
    "",
    "Doze Dart",
    "Doze Dart",
    "Dart",
  ]);
});
