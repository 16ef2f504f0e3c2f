import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import type { Figures } from "../../../../build/core/schema/figures.ts";
import { checkHistory } from "../../../../build/generator/data/checks/rebuild-proof.ts";
import { type LoadedData, loadData } from "../../../../build/generator/data/load-data.ts";
import { figureTarget } from "../../../../build/generator/history/address.ts";
import { dataOfHero } from "../../../helpers/data-of-hero.ts";

const { data: DATA } = loadData(PACKAGE_DATA);
const HISTORY_FROM = DATA.game?.value.historyFrom ?? "";

/** Every holder of figures of one hero, today, in the record and in the oldest state. */
function holdersIn(data: LoadedData): { target: string; figures: Figures }[] {
  return data.heroes.flatMap(({ value: hero }) =>
    (["abilities", "perks"] as const).flatMap((list) =>
      (hero[list] ?? []).flatMap(({ id, figures }) =>
        figures === undefined ? [] : [{ target: `heroes/${hero.id}/${list}/${id}`, figures }],
      ),
    ),
  );
}

function another(value: unknown): number | boolean {
  return typeof value === "number" ? value + 1 : value !== true;
}

function messagesOf(data: LoadedData): string {
  return checkHistory(data)
    .map(({ message }) => message)
    .join("\n");
}

const HEROES = DATA.heroes.map(({ value }) => value.id);

describe("an edit of any one figure", () => {
  it.each(HEROES)("of today is named by the check: %s", (id) => {
    const data = structuredClone(dataOfHero(DATA, id));
    expect(messagesOf(data)).toBe("");
    const edits = holdersIn(data).flatMap(({ target, figures }) =>
      Object.keys(figures).map((field) => ({ target, figures, field })),
    );
    const unseenOf = (edited: typeof edits) => {
      const values = edited.map(({ figures, field }) => figures[field] ?? 0);
      edited.forEach(({ figures, field }, at) => {
        figures[field] = another(values[at]);
      });
      const messages = messagesOf(data);
      edited.forEach(({ figures, field }, at) => {
        figures[field] = values[at] ?? 0;
      });
      return edited.filter(({ target, field }) => {
        if (edited.length === 1 && messages.includes(target)) return false;
        const paths = [`${target}/${field}`, `${target}/figures/${field}`];
        return !paths.some((path) => messages.includes(`${path} `));
      });
    };
    // Of a whole kit only the first difference is named, so what is not named is edited alone.
    const unseen = unseenOf(edits).flatMap((edit) => unseenOf([edit]));
    expect(unseen).toEqual([]);
  });

  it.each(HEROES)("of the oldest state is named by the check: %s", (id) => {
    const data = structuredClone(dataOfHero(DATA, id));
    const values = data.oldest?.value.values ?? {};
    const unseen = Object.entries(values).filter(([target, value]) => {
      values[target] = another(value);
      const messages = messagesOf(data);
      values[target] = value;
      return !messages.includes(target);
    });
    expect(unseen).toEqual([]);
  });

  it.each(HEROES)("of the record is named by the check: %s", (id) => {
    const data = structuredClone(dataOfHero(DATA, id));
    const known = new Set<string>();
    const all = data.patches.flatMap(({ value: patch }) => {
      const figures = patch.changes.filter(
        ({ target, scope }) => figureTarget(target) !== undefined && scope !== "6v6",
      );
      return figures.map((change) => {
        // Before the first change of a value that is older than the oldest state nothing is known.
        const isFirst = !known.has(change.target) && patch.id <= HISTORY_FROM;
        known.add(change.target);
        return { patch: patch.id, change, isFirst };
      });
    });
    for (const [side, words] of [
      ["from", "starts from"],
      ["to", "leads to"],
    ] as const) {
      const unseenOf = (edited: typeof all) => {
        const values = edited.map(({ change }) => change[side]);
        for (const { change } of edited) change[side] = another(change[side]);
        const messages = messagesOf(data);
        edited.forEach(({ change }, at) => {
          change[side] = values[at];
        });
        if (edited.length === 1 && messages.includes(`heroes/${id}`)) return [];
        const breaks = messages.split("\n");
        return edited.filter(
          ({ patch, change: { target } }) =>
            !breaks.some(
              (line) => line.includes(`${target} `) && line.includes(`patch ${patch} ${words} `),
            ),
        );
      };
      const edited = all.filter(
        ({ change, isFirst }) => side in change && (side === "to" || !isFirst),
      );
      // What differs from the oldest state is named where nothing else does, so it is edited alone.
      const unseen = unseenOf(edited).flatMap((edit) => unseenOf([edit]));
      expect(unseen.map(({ patch, change }) => `${patch} ${change.target} ${side}`)).toEqual([]);
    }
  });
});
