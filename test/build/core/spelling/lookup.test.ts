import { describe, expect, it } from "vitest";
import { createLookup } from "../../../../build/core/spelling/lookup.ts";

const THINGS = [
  { id: "lucio", names: ["Lúcio", "Lucio", "루시우"] },
  { id: "juno", names: ["Juno"] },
  { id: "echo", names: ["Echo"] },
];

const lookup = createLookup(THINGS, ({ id, names }) => [id, ...names]);

describe("a lookup", () => {
  it.each(["lucio", "LUCIO", "Lúcio", "LÚCIO", "Lu\u0301cio", "루시우"])("resolves %s", (name) => {
    expect(lookup.resolve(name)?.id).toBe("lucio");
  });

  it.each(["", " lucio", "lucio ", "Luciò", "constructor", "__proto__"])(
    "does not resolve %j",
    (name) => {
      expect(lookup.resolve(name)).toBeUndefined();
    },
  );

  it("names each near thing once, by its nearest spelling as written", () => {
    expect(lookup.nearest("Lúcioo")).toEqual([{ spelling: "Lúcio", id: "lucio" }]);
    expect(lookup.nearest("juni")).toEqual([{ spelling: "Juno", id: "juno" }]);
  });

  it("names as many as are asked for, and none where none is near", () => {
    expect(lookup.nearest("ecno")).toHaveLength(1);
    expect(lookup.nearest("ecno", 0)).toEqual([]);
    expect(lookup.nearest("widowmaker")).toEqual([]);
  });

  it("names what a name is a part of: its beginning, a word of it, or its end", () => {
    const things = ["Reinhardt", "Roadhog", "Wrecking Ball", "Ballistic Bob"];
    const parts = createLookup(
      things.map((name) => ({ id: name.toLowerCase().replace(" ", "-"), name })),
      ({ id, name }) => [id, name],
    );
    const near = (name: string) => parts.nearest(name).map(({ spelling }) => spelling);
    expect(near("rein")).toEqual(["Reinhardt"]);
    expect(near("HOG")).toEqual(["Roadhog"]);
    expect(near("ball")).toEqual(["Ballistic Bob", "Wrecking Ball"]);
    expect([near("ba"), near("king")]).toEqual([[], []]);
  });

  it("names the days that are nearest in time, whatever letters they share", () => {
    const ids = ["2026-10-06", "2026-09-30", "2026-01-20", "2025-10-21"];
    const days = createLookup(
      ids.map((id) => ({ id })),
      ({ id }) => [id],
    );
    const near = (name: string) => days.nearest(name, 2).map(({ id }) => id);
    expect(near("2026-10-20")).toEqual(["2026-10-06", "2026-09-30"]);
    expect(near("2025-12-31")).toEqual(["2026-01-20", "2025-10-21"]);
    expect(near("2026-10-66")[0]).toBe("2026-10-06");
  });

  it("shows no spelling that only programs write", () => {
    const spellings = ["blizzard-world", "Blizzard World", "BLIZZ_WORLD"];
    const maps = createLookup([{ id: "blizzard-world" }], () => spellings);
    expect(maps.nearest("BLIZ_WORLD")).toEqual([
      { spelling: "Blizzard World", id: "blizzard-world" },
    ]);
  });

  it("is not made before it is needed", () => {
    let asked = 0;
    const lazy = createLookup(THINGS, ({ id }) => {
      asked += 1;
      return [id];
    });
    expect(asked).toBe(0);
    lazy.resolve("a");
    lazy.resolve("b");
    expect(asked).toBe(THINGS.length);
  });
});
