import { expect, it } from "vitest";
import { unusualValues } from "../../../../build/generator/data/unusual.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";
import { patchOf } from "../../data-copies.ts";

it("a new value is compared with today's others in the newest patch only", () => {
  const heroes = REAL_DATA.heroes.map((value) => ({ file: "", value }));
  const figures = { file: "", value: REAL_DATA.figures };
  const to = 3000;
  const warningsWith = (...ids: string[]) => {
    const change = { target: "heroes/ana/abilities/sleep-dart/damage", to };
    const patches = ids.map((id, at) => ({
      file: "",
      value: patchOf(id, at === 0 ? [change] : []),
    }));
    return unusualValues({ heroes, figures, patches }).map(({ message }) => message);
  };
  expect(warningsWith("2099-01-01")).toContainEqual(
    expect.stringContaining(`is new with the value ${to}; all other values of this field are`),
  );
  expect(warningsWith("2099-01-01", "2099-01-02")).toEqual([]);
});
