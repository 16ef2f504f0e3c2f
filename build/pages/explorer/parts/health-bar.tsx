import type { Hero } from "../../../schema/hero.ts";

type Health = Hero["health"];

const KINDS = ["standard", "armor", "shields"] as const;

/** What each kind is called, and whose pattern it has in the bars. */
const LABELS = { standard: "health", armor: "armor", shields: "shields" };

/** The patterns that tell the kinds apart without colour; once on each page that has bars. */
export function HealthPatterns() {
  return (
    <svg width="0" height="0" class="defs" aria-hidden="true">
      <defs>
        <pattern
          id="armor"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" class="fill-armor" />
          <rect width="2" height="6" class="ink" />
        </pattern>
        <pattern id="shields" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" class="fill-shields" />
          <circle cx="3" cy="3" r="1.2" class="ink" />
        </pattern>
      </defs>
    </svg>
  );
}

/** A hero's health as a bar; `scale` is the width of the whole bar, the same for every hero. */
export function HealthBar({
  health,
  scale,
  height,
}: {
  health: Health;
  scale: number;
  height: number;
}) {
  let from = 0;
  const parts = KINDS.flatMap((kind) => {
    const part = { kind, from, amount: health[kind] };
    from += part.amount;
    return part.amount === 0 ? [] : [part];
  });
  return (
    <svg class="health" width="100%" height={height} role="img" aria-label={healthInWords(health)}>
      <rect width="100%" height={height} class="track" />
      {parts.map((part) => (
        <rect
          key={part.kind}
          x={percent(part.from / scale)}
          width={percent(part.amount / scale)}
          height={height}
          class={part.kind}
        />
      ))}
    </svg>
  );
}

/** The numbers of a bar, each beside a sample of its pattern. */
export function HealthLegend({ health }: { health: Health }) {
  if (health.standard === health.total) return null; // the total has said it
  return (
    <ul class="legend">
      {KINDS.filter((kind) => health[kind] > 0).map((kind) => (
        <li key={kind}>
          <svg width="14" height="14" aria-hidden="true" class="health">
            <rect width="14" height="14" class={kind} />
          </svg>
          <b>{health[kind]}</b> {LABELS[kind]}
        </li>
      ))}
    </ul>
  );
}

function healthInWords(health: Health): string {
  const parts = KINDS.filter((kind) => health[kind] > 0).map(
    (kind) => `${health[kind]} ${LABELS[kind]}`,
  );
  return parts.length === 1 ? parts.join() : `${health.total} in all: ${parts.join(", ")}`;
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
