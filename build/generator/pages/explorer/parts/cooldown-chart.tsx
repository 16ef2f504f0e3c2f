import type { HeroDetails } from "../../../../core/schema/details.ts";
import type { Hero } from "../../../../core/schema/hero.ts";
import { showNumber } from "../format.ts";
import { percent } from "./chart-scale.ts";

/** The least length of the axis, in seconds. It is longer if a cooldown needs it. */
const LEAST_AXIS = 20;

/** The share of the width for the axis. The number at the end of a bar needs the rest. */
const WIDTH = 0.9;

/** All cooldowns of a kit on one axis. The ticks below are the cooldowns of the whole role. */
export function CooldownRibbon({
  hero,
  details,
  peers,
  role,
}: {
  hero: Hero;
  details: HeroDetails;
  peers: readonly Hero[];
  role: string;
}) {
  const own = hero.abilities.flatMap(({ id, name, cooldown }) =>
    cooldown === null ? [] : [{ id, name, cooldown, held: durationOf(id, details) }],
  );
  if (own.length === 0) return null;
  const all = peers.flatMap(({ abilities }) => abilities.flatMap(({ cooldown }) => cooldown ?? []));
  const end = Math.ceil(Math.max(LEAST_AXIS, ...own.map(({ cooldown }) => cooldown)) / 10) * 10;
  const x = (seconds: number) => percent((seconds / end) * WIDTH);
  const ticks = [...new Set(all)].filter((seconds) => seconds <= end).sort((a, b) => a - b);
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * end);
  return (
    <div class="card ribbon">
      <div class="row">
        <span />
        <svg width="100%" height="18" aria-hidden="true">
          {marks.map((seconds) => (
            <text key={seconds} class={seconds === 0 ? "first" : ""} x={x(seconds)} y="13">
              {showNumber(seconds)} s
            </text>
          ))}
        </svg>
      </div>
      {own.map(({ id, name, cooldown, held }) => (
        <div key={id} class="row">
          <b>{name}</b>
          <svg width="100%" height="26" role="img" aria-label={`cooldown ${cooldown} s`}>
            <rect class="bar" y="4" width={x(cooldown)} height="18" rx="3" />
            <rect class="held" y="4" width={x(Math.min(held, cooldown))} height="18" rx="3" />
            <text class="end" x={x(cooldown)} y="18" dx="6">
              {showNumber(cooldown)} s
            </text>
          </svg>
        </div>
      ))}
      <div class="row">
        <span class="label">All {role.toLowerCase()} heroes</span>
        <svg width="100%" height="16" aria-hidden="true">
          <svg
            viewBox={`0 0 ${Math.round((end / WIDTH) * 100) / 100} 16`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path class="ticks" d={ticks.map((seconds) => `M${seconds} 3v9`).join("")} />
          </svg>
        </svg>
      </div>
      <p class="label">
        Cooldowns on one axis of {end} s; the solid part is how long the effect lasts. Ticks below
        are the cooldowns of the whole role.
      </p>
    </div>
  );
}

/** How long an ability's effect lasts, in seconds; 0 if that is not known. */
function durationOf(ability: string, { abilities }: HeroDetails): number {
  const figures = abilities.find(({ id }) => id === ability)?.figures ?? [];
  const value = figures.find(({ field, unit }) => field === "duration" && unit === "s")?.value;
  return typeof value === "number" ? value : 0;
}
