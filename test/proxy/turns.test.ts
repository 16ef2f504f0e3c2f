import { expect, it } from "vitest";
import { createTurns } from "../../proxy/turns.ts";

it("turns go round by lane, each in its order, and those who left get none", () => {
  const takeTurn = createTurns(1);
  const began: string[] = [];
  const ends = ["a1", "a2", "a3", "a4", "b1", "c1", "b2"].map((name) =>
    takeTurn(() => void began.push(name), name[0]),
  );
  ends[2]?.(); // a3 leaves
  for (const at of [0, 1, 4, 5, 3, 6]) ends[at]?.();

  expect(began).toEqual(["a1", "a2", "b1", "c1", "a4", "b2"]);
});
