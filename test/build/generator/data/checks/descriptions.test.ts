import { describe, expect, it } from "vitest";
import { checkDescriptions } from "../../../../../build/generator/data/checks/texts.ts";

function findings(description: string | null): string[] {
  const ability = { id: "dart", kind: "ability", name: "Dart", description, cooldown: 1 } as const;
  return checkDescriptions({
    heroes: [{ file: "heroes/ana.json", value: { abilities: [ability] } }],
  }).map(({ message }) => message);
}

describe("the description of an ability", () => {
  it.each([null, "Heals nearby allies.", "Dashes ahead, and heals 40% more. Twice at most."])(
    "says what the ability does: %s",
    (description) => {
      expect(findings(description)).toEqual([]);
    },
  );

  it.each(["Dart that heals allies.", "Heals nearby allies", "heals allies.", "Glass that heals."])(
    "begins with a verb in the third person and ends with a full stop, unlike %s",
    (description) => {
      expect(findings(description)).toEqual([
        `"${description}"; expected what the ability does: a verb in the third person ` +
          'first, a full stop last, such as "Heals nearby allies."',
      ]);
    },
  );
});
