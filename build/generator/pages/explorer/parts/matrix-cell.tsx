import { count } from "../format.ts";
import type { PlainChange } from "../recorded.ts";
import { tallyOf } from "../tally.ts";
import type { Tally } from "./mark.tsx";

/** A cell with at least so many buffs or nerfs is strong, or full. */
const STRONG = 2;
const FULL = 4;

/**
 * What one patch did to one hero, as a square of 20 px. If nothing changed, the cell is empty, and
 * the style draws a dot. Before the hero was in the game, it has an empty element.
 */
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
  if (isBefore) return <i />;
  if (changes === undefined) return null;
  const tally = tallyOf(changes);
  return (
    <a href={href} aria-label={`${name}: ${isArrival ? "arrives" : describeTally(tally)}`}>
      <CellPicture tally={tally} isArrival={isArrival} />
    </a>
  );
}

/** The key of the cells. */
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

/** One of the pictures that `CellPictures` draws once for the page. */
function CellPicture({ tally, isArrival }: { tally: Tally; isArrival: boolean }) {
  const { buffs, nerfs } = tally;
  const id = isArrival ? "arrival" : `${strength(buffs)}-${strength(nerfs)}`;
  return (
    <svg width="20" height="20" aria-hidden="true">
      <use href={`#cell-${id}`} />
    </svg>
  );
}

/** Every picture that a cell may have. The cells refer to them. */
export function CellPictures() {
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      <defs>
        <g id="cell-arrival" class="cell">
          <path class="arrival" d="M1 1H19V19H1ZM10 6V14M6 10H14" />
        </g>
        {STRENGTHS.flatMap((buff) =>
          STRENGTHS.map((nerf) => (
            <g key={buff + nerf} id={`cell-${buff}-${nerf}`} class="cell">
              <Drawing buff={buff} nerf={nerf} />
            </g>
          )),
        )}
      </defs>
    </svg>
  );
}

function Drawing({ buff, nerf }: { buff: Strength; nerf: Strength }) {
  if (buff === "no" && nerf === "no")
    return (
      <>
        <rect class="other" width="20" height="20" rx="4" />
        <circle class="sign" cx="10" cy="10" r="2.5" />
      </>
    );
  if (buff !== "no" && nerf !== "no")
    return (
      <>
        <path class={`buff ${buff}`} d="M4 0H16A4 4 0 0 1 20 4V9.5H0V4A4 4 0 0 1 4 0Z" />
        <path class={`nerf ${nerf}`} d="M0 10.5H20V16A4 4 0 0 1 16 20H4A4 4 0 0 1 0 16Z" />
        <path class={`sign buff ${buff}`} d="M10 1.5L14.5 8H5.5Z" />
        <path class={`sign nerf ${nerf}`} d="M10 18.5L5.5 12H14.5Z" />
      </>
    );
  const side = buff === "no" ? `nerf ${nerf}` : `buff ${buff}`;
  return (
    <>
      <rect class={side} width="20" height="20" rx="4" />
      <path class={`sign ${side}`} d={buff === "no" ? "M10 15L5 6H15Z" : "M10 5L15 14H5Z"} />
    </>
  );
}

const STRENGTHS = ["no", "weak", "strong", "full"] as const;

type Strength = (typeof STRENGTHS)[number];

function strength(amount: number): Strength {
  if (amount === 0) return "no";
  if (amount >= FULL) return "full";
  return amount >= STRONG ? "strong" : "weak";
}

function describeTally({ buffs, nerfs, others }: Tally): string {
  const parts = [
    buffs > 0 ? count(buffs, "buff") : "",
    nerfs > 0 ? count(nerfs, "nerf") : "",
    buffs + nerfs === 0 ? `${others} changed` : "",
  ];
  return parts.filter(Boolean).join(", ");
}
