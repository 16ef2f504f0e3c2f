import { describe, expect, it } from "vitest";
import { undoRecord } from "../../../../build/cli/maintain/undo-record.ts";
import type { RecordedChange } from "../../../../build/core/schema/patch.ts";
import { patchOf } from "../../data-copies.ts";
import { refusal } from "./edits.ts";

const [HEALTH, ARMOR, HEAD] = ["health/standard", "health/armor", "hitVolume/head"].map(
  (value): RecordedChange => ({ target: `heroes/ana/${value}`, from: 1, to: 2 }),
) as [RecordedChange, RecordedChange, RecordedChange];

const recorded = (...changes: RecordedChange[]) => patchOf("2099-02-01", changes);

const committed = (...changes: RecordedChange[]) => ({
  label: "the last commit",
  patches: [{ id: "2099-02-01", changes }],
});

describe("undoing what was recorded since the baseline", () => {
  const nothing = { label: "the last commit", patches: [] };
  const all = recorded(HEALTH, ARMOR, HEAD);

  it.each<[what: string, count: number | undefined, left: RecordedChange[] | undefined]>([
    ["the newest change", undefined, [HEALTH, ARMOR]],
    ["two changes", 2, [HEALTH]],
    ["all, and with them the patch", Number.POSITIVE_INFINITY, undefined],
  ])("takes back %s", (_what, count, left) => {
    const undone = undoRecord([all], nothing, count);
    expect(undone.patch?.changes).toEqual(left);
    expect(undone.changes).toEqual([HEAD, ARMOR, HEALTH].slice(0, count ?? 1));
    expect(undone.left).toBe(left?.length ?? 0);
  });

  it("keeps what is committed, and restores a change that was recorded again", () => {
    const again = { ...HEALTH, to: 3 };
    const undone = undoRecord([recorded(again, HEAD)], committed(HEALTH), 9);
    expect(undone).toMatchObject({ patch: { changes: [HEALTH] }, changes: [HEAD, again], left: 0 });
    expect(refusal(() => undoRecord([recorded(HEALTH)], committed(HEALTH)))).toBe(
      "nothing to undo: patch 2099-02-01 is the same in the last commit; to undo what is " +
        "committed, revert its commit",
    );
  });
});
