import { CHARTED_SEASONS, isInSeason, type Season, shortSeason } from "../../../full/seasons.ts";
import type { Entry, Facts, TimeAxis } from "../facts.ts";
import { count } from "../format.ts";
import { changesByThing } from "../recorded.ts";
import { arrivalOf, isArrival, tallyOf, tallyOfPatch } from "../tally.ts";
import { Emblem, Tile } from "./emblem.tsx";

/** The height of the tallest bar. */
const TALLEST = 66;

/** The line of time, below the top of the bars, whose numbers are above them. */
const MIDDLE = TALLEST + 12;

const HEIGHT = MIDDLE + TALLEST + 16;

/** The first tile of a season is below its name. */
const FIRST_TILE = 30;

/** The height of a tile with the room below it. */
const TILE = 22;

/** Room at the left for the bar of the first patch, as a share of the width. */
const INSET = 0.03;

/** A phone shows so many of the newest seasons. */
const ON_PHONE = 5;

/** The width that a phone has for them, in px. */
const PHONE = 328;

/** The numbers on a phone are at least so far apart, in px: 16 px and the width of a number. */
const APART = 34;

/** A patch has its numbers from so many buffs or nerfs on. */
const NUMBERED = 10;

type Effect = "buff" | "nerf";

type Bar = { patch: Entry["patch"]; x: number; amounts: Readonly<Record<Effect, number>> };

/**
 * A chart with a bar for each patch of the newest seasons: buffs above the line of time, nerfs
 * below it. The names of the seasons are at the top.
 */
export function BalanceOverTime({ facts }: { facts: Facts }) {
  const seasons = facts.seasons.slice(-CHARTED_SEASONS);
  const from = facts.seasons.length > seasons.length ? seasons[0]?.from : undefined;
  const axis = { ...facts.axis, from: from ?? facts.axis.from };
  const x = (date: string) => INSET + positionOf(date, axis) * (1 - INSET);
  const end = ({ until }: Season) => (until === undefined ? 1 : x(until));
  const bars = facts.entries
    .filter(({ patch }) => patch.date >= axis.from)
    .map(({ patch, changes }): Bar => {
      const { buffs, nerfs } = tallyOfPatch(changesByThing(changes));
      return { patch, x: x(patch.date), amounts: { buff: buffs, nerf: nerfs } };
    });
  const late = seasons.at(-ON_PHONE)?.from ?? axis.from;
  const shownOnPhone = 1 - x(late) + INSET;
  const fits = numbersThatFit(bars, PHONE / shownOnPhone);
  const most = Math.max(1, ...bars.flatMap(({ amounts }) => Object.values(amounts)));
  const heads = seasons.map((season) => ({ season, arrivals: arrivalsIn(season, facts) }));
  const top = FIRST_TILE + TILE * Math.max(3, ...heads.map(({ arrivals }) => arrivals.length));
  const isLate = (date: string) => (date < late ? "early" : undefined);
  return (
    <div class="balance">
      {/* The width is that on a phone. There the early part is out of sight at the left. */}
      <svg width={percent(1 / shownOnPhone)} height={top + HEIGHT} aria-label="Patches over time">
        {heads.map(({ season, arrivals }, at) => (
          <g key={season.patch} class={isLate(season.from)}>
            {at % 2 === 0 ? (
              <rect
                class="band"
                x={percent(x(season.from))}
                width={percent(end(season) - x(season.from))}
                height="100%"
              />
            ) : null}
            <SeasonHead season={season} x={percent(x(season.from))} arrivals={arrivals} />
          </g>
        ))}
        <g transform={`translate(0 ${top})`}>
          <rect class="axis" y={MIDDLE - 0.5} width="100%" height="1" />
          {bars.map((bar) => (
            <g key={bar.patch.id} class={isLate(bar.patch.date)}>
              <Bars {...bar} most={most} fits={fits} />
            </g>
          ))}
        </g>
      </svg>
    </div>
  );
}

/** The numbers that have room where the chart has this width, the largest first. */
function numbersThatFit(bars: readonly Bar[], width: number): ReadonlySet<string> {
  const fits = new Set<string>();
  for (const effect of ["buff", "nerf"] as const) {
    const taken: number[] = [];
    for (const { patch, x } of bars.toSorted((a, b) => b.amounts[effect] - a.amounts[effect]))
      if (taken.every((other) => Math.abs(other - x) * width >= APART)) {
        taken.push(x);
        fits.add(`${patch.id} ${effect}`);
      }
  }
  return fits;
}

/** The heroes and maps that a season brought, with their signs. */
function arrivalsIn(season: Season, facts: Facts) {
  const own = facts.entries.filter(({ patch }) => isInSeason(patch.date, season));
  return [
    ...facts.heroes.map((hero) => ({
      to: `heroes/${hero.id}`,
      name: hero.name,
      picture: <Tile hero={hero} facts={facts} size={20} />,
    })),
    ...facts.maps.map(({ id, name, mode }) => ({
      to: `maps/${id}`,
      name,
      picture: <Emblem id={mode} size={20} />,
    })),
  ].filter(({ to }) => own.some(({ changes }) => isArrival(to, changes)));
}

function SeasonHead({
  season,
  x,
  arrivals,
}: {
  season: Season;
  x: string;
  arrivals: ReturnType<typeof arrivalsIn>;
}) {
  return (
    <svg
      x={x}
      width="1"
      height="100%"
      overflow="visible"
      aria-label={`${season.name} ${season.title}`.trim()}
    >
      <a href={`patches/${season.patch}`}>
        <text class="season" x="6" y="20">
          {season.name}
        </text>
        <text class="season short" x="4" y="20">
          {shortSeason(season)}
        </text>
      </a>
      {arrivals.map(({ to, name, picture }, at) => (
        <a key={to} href={to}>
          <svg role="img" x="5" y={FIRST_TILE + at * TILE} width="20" height="20">
            <title>{name} arrives</title>
            {picture}
          </svg>
        </a>
      ))}
    </svg>
  );
}

function Bars({
  patch,
  x,
  amounts,
  most,
  fits,
}: Bar & { most: number; fits: ReadonlySet<string> }) {
  const tall = (effect: Effect) => Math.round((amounts[effect] / most) * TALLEST);
  const { buff, nerf } = amounts;
  const words =
    buff + nerf === 0 ? "no balance change" : `${count(buff, "buff")}, ${count(nerf, "nerf")}`;
  const at = { x: percent(x), width: "1", height: HEIGHT, overflow: "visible" };
  const number = (effect: Effect, y: number) =>
    amounts[effect] < NUMBERED || patch.kind === "hotfix" ? null : (
      <text class={fits.has(`${patch.id} ${effect}`) ? effect : `${effect} crowded`} y={y}>
        {amounts[effect]}
      </text>
    );
  return (
    <>
      <a href={`patches/${patch.id}`} aria-label={`${patch.name}: ${words}`}>
        <svg {...at}>
          <title>
            {patch.name}: {words}
          </title>
          <rect class="hit" x="-6" width="12" height={HEIGHT - 1} />
          {buff + nerf === 0 ? (
            <rect class="tick" x="-0.5" y={MIDDLE - 4} width="1" height="8" />
          ) : null}
          <rect class="buff" x="-5" y={MIDDLE - tall("buff")} width="10" height={tall("buff")} />
          <rect class="nerf" x="-5" y={MIDDLE} width="10" height={tall("nerf")} />
        </svg>
      </a>
      <svg {...at} aria-hidden="true">
        {number("buff", MIDDLE - tall("buff") - 5)}
        {number("nerf", MIDDLE + tall("nerf") + 14)}
      </svg>
    </>
  );
}

/** The share of the width after the newest patch. It shows that the newest values still hold. */
const RUN_OUT = 0.1;

/** The position of a day on the axis, from 0 to 1. */
export function positionOf(date: string, { from, to }: Pick<TimeAxis, "from" | "to">): number {
  const share = (Date.parse(date) - Date.parse(from)) / (Date.parse(to) - Date.parse(from) || 1);
  return share * (1 - RUN_OUT);
}

/** A share of the whole in per cent, as SVG writes it. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}

const STRIP_WIDTH = 12;
const STRIP_MIDDLE = 11;
const STRIP_TALLEST = 9;

/**
 * The changes of a thing in the newest seasons: buffs above the line, nerfs below, a dot for other
 * changes.
 */
export function SeasonStrip({ thing, facts }: { thing: string; facts: Facts }) {
  const history = facts.historyOf(thing);
  const arrival = arrivalOf(thing, facts)?.date;
  const seasons = facts.seasons.slice(-CHARTED_SEASONS);
  const cells = seasons
    .map((season, at) => {
      const own = history.filter(({ patch }) => isInSeason(patch.date, season));
      const changes = own
        .filter(({ patch }) => patch.date !== arrival)
        .flatMap((entry) => entry.changes);
      const isBefore =
        arrival !== undefined && season.until !== undefined && season.until <= arrival;
      const isHere = arrival !== undefined && isInSeason(arrival, season);
      return { season, x: at * (STRIP_WIDTH + 2) + 2, isBefore, isHere, ...tallyOf(changes) };
    })
    .filter(({ isBefore }) => !isBefore);
  const words = cells
    .filter(({ buffs, nerfs }) => buffs + nerfs > 0)
    .map(({ season, buffs, nerfs }) =>
      [`${season.name}:`, buffs && count(buffs, "buff"), nerfs && count(nerfs, "nerf")]
        .filter(Boolean)
        .join(" "),
    );
  return (
    <svg
      class="strip"
      width={seasons.length * (STRIP_WIDTH + 2) + 2}
      height={2 * STRIP_MIDDLE}
      role="img"
      aria-label={words.length === 0 ? "no buff or nerf on record" : words.join(", ")}
    >
      {cells.map(({ season, x, buffs, nerfs, others, isHere }) => (
        <g key={season.patch}>
          <rect class="base" x={x} y={STRIP_MIDDLE - 0.5} width={STRIP_WIDTH} height="1" />
          {buffs === 0 ? null : (
            <rect
              class="buff"
              x={x}
              y={STRIP_MIDDLE - stripTall(buffs)}
              width={STRIP_WIDTH}
              height={stripTall(buffs)}
            />
          )}
          {nerfs === 0 ? null : (
            <rect
              class="nerf"
              x={x}
              y={STRIP_MIDDLE}
              width={STRIP_WIDTH}
              height={stripTall(nerfs)}
            />
          )}
          {buffs + nerfs === 0 && others > 0 ? (
            <circle class="other" cx={x + STRIP_WIDTH / 2} cy={STRIP_MIDDLE} r="2" />
          ) : null}
          {isHere ? (
            <rect class="arrival" x={x - 2} y="3" width="2" height={STRIP_MIDDLE + 3} />
          ) : null}
        </g>
      ))}
    </svg>
  );
}

function stripTall(amount: number): number {
  return Math.min(STRIP_TALLEST, 2 + amount * 1.5);
}
