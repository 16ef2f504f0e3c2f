import type { Gap } from "../../../data/gap-paths.ts";
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

/** The mark of a value that fewer than two independent sources have. It leads to the switch. */
export function LessSure() {
  return (
    <label class="one-source" for="proofs">
      <span class="vh"> (less sure)</span>
    </label>
  );
}

/** What the mark of `LessSure` says. */
export function LessSureKey() {
  return (
    <p class="small soft">
      <span class="one-source" /> fewer than two independent sources
    </p>
  );
}

/** Words of a note that speak of where a value was read, not of what it holds for. */
const OF_SOURCES = /snapshot|wiki|Korean|notes\b|sources?\b|launch value|not stated/i;

/** Parts a note: what it says of the value, and what it says of where the value was read. */
export function splitNote(note = ""): [plain: string | undefined, proof: string | undefined] {
  const parts = note.split(/;\s*|\s*(?=\()|(?<=\))\s*/).filter((part) => part !== "");
  const [plain, proof] = [false, true].map((isProof) =>
    parts.filter((part) => OF_SOURCES.test(part) === isProof),
  );
  return [joined(plain), joined(proof)];
}

function joined(parts: readonly string[] = []): string | undefined {
  return parts.join("; ").replaceAll("; (", " (").replaceAll("; :", ":") || undefined;
}
