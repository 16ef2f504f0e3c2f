import { describe, expect, it } from "vitest";
import type { RecordedChange } from "../../../../../build/core/schema/patch.ts";
import { checkChains } from "../../../../../build/generator/data/checks/chains.ts";
import { formatPath } from "../../../../../build/generator/data/issue.ts";
import { patchOf } from "../../../data-copies.ts";

const HEAD = "heroes/ana/hitVolume/head";
const THING = "modes/competitive/mapVoting";

/** What the rule says of patches of 2099-01-01, 2099-01-02, ... with these changes. */
function findings(...patches: RecordedChange[][]) {
  const loaded = patches.map((changes, at) => {
    const id = `2099-01-0${at + 1}`;
    return { file: `${id}.json`, value: patchOf(id, changes) };
  });
  return checkChains({ patches: loaded }).map(
    ({ file, path, message }) => `${file} ${formatPath(path)}: ${message}`,
  );
}

describe("the record of a value that the files do not hold", () => {
  it("joins where each change starts from what the one before it led to", () => {
    expect(
      findings([{ target: HEAD, from: 70, to: 75 }], [{ target: HEAD, from: 75, to: 80 }]),
    ).toEqual([]);
  });

  it("is reported at the newer change where it does not join", () => {
    expect(
      findings([{ target: HEAD, from: 70, to: 75 }], [{ target: HEAD, from: 76, to: 80 }]),
    ).toEqual([
      `2099-01-02.json changes[0].from: the record of ${HEAD} does not join: patch ` +
        "2099-01-01 leads to 75, but this one starts from 76; correct the one that is wrong, " +
        'or say in its "breaks" why they differ',
    ]);
  });

  it("may break where the newer change says why", () => {
    const breaks = "the notes of this patch print 76";
    expect(
      findings([{ target: HEAD, from: 70, to: 75 }], [{ target: HEAD, from: 76, to: 80, breaks }]),
    ).toEqual([]);
  });

  it("has no reason for a break that is none", () => {
    const breaks = "the notes of this patch print 75";
    expect(
      findings([{ target: HEAD, from: 70, to: 75 }], [{ target: HEAD, from: 75, to: 80, breaks }]),
    ).toEqual([
      `2099-01-02.json changes[0].breaks: ${HEAD} connects to the next change, so "breaks" ` +
        `is not needed; remove it`,
    ]);
  });

  it("has a chain for each format of play", () => {
    expect(
      findings(
        [{ target: HEAD, from: 70, to: 75, scope: "5v5" }],
        [{ target: HEAD, from: 60, to: 65, scope: "6v6" }],
        [{ target: HEAD, from: 75, to: 80, scope: "5v5" }],
      ),
    ).toEqual([]);
  });

  it("starts again where the thing around it returned", () => {
    expect(
      findings(
        [{ target: `${THING}/duration`, from: 3, to: 4 }],
        [{ target: THING, from: true }],
        [
          { target: THING, to: true },
          { target: `${THING}/duration`, to: 6 },
        ],
      ),
    ).toEqual([]);
  });

  it("has nothing to join where the notes print a step in percent only", () => {
    const target = "heroes/ana/perkCosts/minorChangePercent";
    expect(findings([{ target, to: 5 }], [{ target, to: -8 }])).toEqual([]);
  });
});
