import type { ComponentChildren } from "preact";
import type { Hero } from "../../../../core/schema/hero.ts";
import { percent } from "./balance-chart.tsx";

type Health = Hero["health"];

const KINDS = ["standard", "armor", "shields"] as const;

/** The word for each kind of health. */
const LABELS = { standard: "health", armor: "armor", shields: "shields" };

/** The health of a full bar: by role, and for bars of all roles together. */
export const SCALES = { damage: 400, support: 400, tank: 800, all: 800 } as const;

/** The textures of the kinds. A page with bars needs them once. */
export function HealthPatterns() {
  return (
    <svg width="0" height="0" class="sprite" aria-hidden="true">
      <defs>
        <pattern
          id="armor"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="3" height="5" class="health-ink" />
        </pattern>
        <pattern id="shields" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect x="1" y="1" width="2" height="2" class="health-ink" />
        </pattern>
      </defs>
    </svg>
  );
}

type BarProps = { health: Health; scale: number; height: number; hasTicks?: boolean };

/** A hero's health as a bar; a full bar is `scale`. A tick marks each 25, a longer one each 100. */
export function HealthBar({ health, scale, height, hasTicks = false }: BarProps) {
  let from = 0;
  const parts = KINDS.flatMap((kind) => {
    const part = { kind, from, amount: health[kind] };
    from += part.amount;
    return part.amount === 0 ? [] : [part];
  });
  return (
    <svg
      class="health"
      width="100%"
      height={height}
      role="img"
      aria-label={`${health.total} health: ${describeKinds(health)}`}
    >
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
      {hasTicks ? (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${scale} ${height}`}
          preserveAspectRatio="none"
          width="100%"
          height={height}
        >
          <path class="ticks" d={ticks(health.total, height)} />
        </svg>
      ) : null}
    </svg>
  );
}

type VitalsProps = { health: Health; role: string; children?: ComponentChildren };

/** A hero's health as a number, with its kinds, and as a bar. */
export function Vitals({ health, role, children }: VitalsProps) {
  return (
    <>
      <p class="total">
        <span>
          <b>{health.total}</b> health
          {children}
        </span>
        <span class="small soft">{describeKinds(health)}</span>
      </p>
      <HealthBar
        health={health}
        scale={role === "tank" ? SCALES.tank : SCALES.damage}
        height={16}
        hasTicks
      />
    </>
  );
}

/** `300 health, 200 armor`, or `no armor, no shields`. */
export function describeKinds(health: Health): string {
  if (health.standard === health.total) return "no armor, no shields";
  return KINDS.filter((kind) => health[kind] > 0)
    .map((kind) => `${health[kind]} ${LABELS[kind]}`)
    .join(", ");
}

/** The meaning of the textures, and the health of a full bar. */
export function HealthKey({ scale = SCALES.all }: { scale?: number }) {
  return (
    <p class="key-line health-key">
      {KINDS.map((kind) => (
        <span key={kind} class="with-emblem">
          <svg width="32" height="9" aria-hidden="true" class="health">
            <rect width="32" height="9" class={kind} />
          </svg>
          {LABELS[kind]}
        </span>
      ))}
      <span>full bar: {scale}</span>
    </p>
  );
}

function ticks(total: number, height: number): string {
  const marks = Array.from({ length: Math.ceil(total / 25) - 1 }, (_, at) => (at + 1) * 25);
  return marks
    .map((amount) => `M${amount} ${amount % 100 === 0 ? 0 : height * 0.6}V${height}`)
    .join("");
}
