import type { PlainChange } from "../recorded.ts";
import { tallyOf } from "../tally.ts";
import type { Tally } from "./mark.tsx";

/** From this many changes of a side on, a cell is strong or full. */
const STRONG = 2;
const FULL = 4;

/** What one patch made of one hero: a square of 20, empty where nothing changed or the hero was not there yet. */
export function MatrixCell({
  href,
  changes,
  isBefore,
  isArrival,
  name,
}: {
  href: string;
  changes: readonly PlainChange[] | undefined;
  isBefore: boolean;
  isArrival: boolean;
  name: string;
}) {
  if (isBefore) return null;
  if (changes === undefined) return <span class="none">·</span>;
  const tally = tallyOf(changes);
  return (
    <a href={href} aria-label={`${name}: ${isArrival ? "arrives" : inWords(tally)}`}>
      <CellPicture tally={tally} isArrival={isArrival} />
    </a>
  );
}

/** The meaning of the cells. */
export function MatrixKey() {
  const samples = [
    { label: "buff", tally: { buffs: 1, nerfs: 0, others: 0 } },
    { label: "2 to 3", tally: { buffs: 2, nerfs: 0, others: 0 } },
    { label: "4 or more", tally: { buffs: 4, nerfs: 0, others: 0 } },
    { label: "nerf", tally: { buffs: 0, nerfs: 1, others: 0 } },
    { label: "both", tally: { buffs: 2, nerfs: 2, others: 0 } },
    { label: "changed, no side", tally: { buffs: 0, nerfs: 0, others: 1 } },
  ];
  return (
    <p class="key-line">
      {samples.map(({ label, tally }) => (
        <span key={label} class="with-emblem">
          <CellPicture tally={tally} isArrival={false} /> {label}
        </span>
      ))}
      <span class="with-emblem">
        <CellPicture tally={{ buffs: 0, nerfs: 0, others: 0 }} isArrival /> arrives
      </span>
    </p>
  );
}

function CellPicture({ tally, isArrival }: { tally: Tally; isArrival: boolean }) {
  const { buffs, nerfs } = tally;
  return (
    <svg class="cell" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      {isArrival ? (
        <path class="arrival" d="M1 1H19V19H1ZM10 6V14M6 10H14" />
      ) : buffs > 0 && nerfs > 0 ? (
        <>
          <path class={`buff ${strength(buffs)}`} d="M4 0H20L0 20V4A4 4 0 0 1 4 0Z" />
          <path class={`nerf ${strength(nerfs)}`} d="M20 0V16A4 4 0 0 1 16 20H0Z" />
          <path class={`sign buff ${strength(buffs)}`} d="M6.5 3L10 9H3Z" />
          <path class={`sign nerf ${strength(nerfs)}`} d="M13.5 17L10 11H17Z" />
        </>
      ) : buffs > 0 ? (
        <>
          <rect class={`buff ${strength(buffs)}`} width="20" height="20" rx="4" />
          <path class={`sign buff ${strength(buffs)}`} d="M10 5L15 14H5Z" />
        </>
      ) : nerfs > 0 ? (
        <>
          <rect class={`nerf ${strength(nerfs)}`} width="20" height="20" rx="4" />
          <path class={`sign nerf ${strength(nerfs)}`} d="M10 15L5 6H15Z" />
        </>
      ) : (
        <>
          <rect class="other" width="20" height="20" rx="4" />
          <circle class="sign" cx="10" cy="10" r="2.5" />
        </>
      )}
    </svg>
  );
}

function strength(amount: number): "weak" | "strong" | "full" {
  if (amount >= FULL) return "full";
  return amount >= STRONG ? "strong" : "weak";
}

function inWords({ buffs, nerfs, others }: Tally): string {
  const parts = [
    buffs > 0 ? `${buffs} buff${buffs === 1 ? "" : "s"}` : "",
    nerfs > 0 ? `${nerfs} nerf${nerfs === 1 ? "" : "s"}` : "",
    buffs + nerfs === 0 ? `${others} changed` : "",
  ];
  return parts.filter(Boolean).join(", ");
}
