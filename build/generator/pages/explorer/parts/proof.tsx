import type { Gap } from "../../../../core/schema/details.ts";
import { plainReason } from "../format.ts";

/** The switch of a page that shows what its values rest on. The style opens every `.proof`. */
export function ProofSwitch() {
  return (
    <label class="chip proof-switch">
      <input type="checkbox" id="proofs" /> How sure is this?
    </label>
  );
}

/** Why values are not sure, behind the switch of the page. */
export function Proof({ gaps }: { gaps: readonly Pick<Gap, "reason">[] }) {
  const reasons = [...new Set(gaps.map(({ reason }) => reason))];
  return reasons.map((reason) => (
    <p key={reason} class="proof">
      {plainReason(reason)}
    </p>
  ));
}

/** The mark of a value that the publisher did not print and two independent sources do not have. */
export function LessSure() {
  return (
    <span class="one-source">
      <span class="vh"> (less sure)</span>
    </span>
  );
}

/** The mark on a page with the switch, which it turns. */
export function LessSureSwitch() {
  return (
    <label for="proofs">
      <LessSure />
    </label>
  );
}

/** What the mark of `LessSure` says. */
export function LessSureKey() {
  return (
    <p class="small soft">
      <span class="one-source" /> one source, or none of its time
    </p>
  );
}

/** Words of a note that speak of where a value was read, not of what it holds for. */
const OF_SOURCES =
  /snapshot|wiki|Korean|notes?\b|sources?\b|launch value|not stated|printed|by the rule|archived|derived|recorded|follows from|copy of|in the end|old (value|state) of|one of the two|charge points|differs$|^so [\d.]/i;

/** Parts of a note that say no more than the row they are in, or the row of a kit's cooldown. */
const SAID = [
  /^(new |removed )?(minor |major )?perk( removed)?$/,
  /^(added|removed) with (the|its) ability$/,
  /^(rule of all modes|the hitscan size of all heroes)$/,
  /^(meters|degrees|(meters|shots) per second)$/,
  /^(the cooldown of|[A-Z][\w ]+ cooldown) .*\d to [\d.]+( in 5v5)?$/,
];

/** Parts a note: what it says of the value, and what it says of where the value was read. */
export function splitNote(note?: string | null): (string | undefined)[] {
  const all = (note ?? "").split(/;\s*|\s*(?=\()|(?<=\))\s*/);
  const parts = [...new Set(all)].filter((part) => part && !SAID.some((said) => said.test(part)));
  const [plain, proof] = [false, true].map((isProof) =>
    parts.filter((part) => OF_SOURCES.test(part) === isProof),
  );
  return [joined(plain), joined(proof)];
}

function joined(parts: readonly string[] = []): string | undefined {
  const words = parts.join("; ").replaceAll("; (", " (").replaceAll("; :", ":");
  return words.replace(/^: /, "") || undefined;
}
