import { isOverwatch1, OVERWATCH_2_SINCE } from "../../../data/eras.ts";
import { type Names, viewOf } from "../change-view.ts";
import type { Facts } from "../facts.ts";
import { shortDate, showNumber } from "../format.ts";
import { CHARTED_SEASONS, isInSeason, shortSeason } from "../seasons.ts";
import type { Series } from "../series.ts";
import { percent, positionOf } from "./chart-scale.ts";

const WIDTH = 1000;
const HEIGHT = 44;
const MARK = 11;

/** The id of the drawing that all rows share. */
const GROUND = "ground";

/** The possible scales, in per cent. All rows of a page have the first one that fits. */
const SCALES = [40, 80, 160, 320];

/** The facts that the chart needs. */
type ChartFacts = Pick<Facts, "seasons" | "axis" | "names">;

/**
 * A row for each value: its change in per cent against the first recorded value, on one scale. The
 * axis begins with the season of the first value and ends at the last step.
 */
export function StepLines({
  series,
  facts: whole,
}: {
  series: readonly Series[];
  facts: ChartFacts;
}) {
  const facts = whileChanging(series, whole);
  const scale = scaleOf(series);
  return (
    <div class="series">
      <p class="label">
        Change against the first recorded value, all rows on one scale of ±{scale} %.
        {isOverwatch1(facts.axis.from)
          ? " The vertical line is the border between Overwatch 1 (6v6) and Overwatch 2 (5v5)."
          : null}
      </p>
      <div class="row head" aria-hidden="true">
        <span />
        <svg width="100%" height="18" aria-hidden="true">
          <defs>
            <Ground facts={facts} />
            {[...new Set(series.flatMap(({ steps }) => steps.map(({ effect }) => effect)))].map(
              (effect) => (
                <use
                  key={effect}
                  id={`m-${effect}`}
                  href={`#e-${effect}`}
                  x={-MARK / 2}
                  y={-MARK / 2}
                  width={MARK}
                  height={MARK}
                />
              ),
            )}
          </defs>
          {marksOf(facts).map(([date, label]) => (
            <text key={date} x={percent(positionOf(date, facts.axis))} y="13">
              {label}
            </text>
          ))}
        </svg>
      </div>
      {series.map((one) => (
        <Row key={one.target} series={one} facts={facts} scale={scale} />
      ))}
    </div>
  );
}

/** The seasons and the axis from the first value to the last step. */
function whileChanging(series: readonly Series[], facts: ChartFacts): ChartFacts {
  const firsts = series.map(({ start, since, steps }) =>
    start !== undefined && since === undefined ? facts.axis.from : (since ?? steps[0]?.date),
  );
  const first = firsts.reduce((a = facts.axis.to, b = a) => (a < b ? a : b), undefined) ?? "";
  const days = series.flatMap(({ steps }) => steps.map(({ date }) => date));
  const to = days.reduce((a, b) => (a > b ? a : b), first);
  const seasons = facts.seasons
    .filter(({ from, until = "9" }) => from <= to && until > first)
    .map((season) => (isInSeason(to, season) ? { ...season, until: undefined } : season));
  return { ...facts, seasons, axis: { from: seasons[0]?.from ?? facts.axis.from, to } };
}

/** The seasons by name, or the years where there are too many seasons. */
function marksOf({ seasons, axis }: ChartFacts): (readonly [date: string, label: string])[] {
  if (seasons.length <= 2 * CHARTED_SEASONS)
    return seasons.map((season) => [season.from, shortSeason(season)]);
  const years = new Set(seasons.map(({ from }) => from.slice(0, 4)));
  return Array.from(years, (year) => [`${year}-01-01`, `’${year.slice(2)}`] as const).filter(
    ([date]) => date >= axis.from,
  );
}

function Row({ series, facts, scale }: { series: Series; facts: ChartFacts; scale: number }) {
  const { start, last } = series;
  const { subject, field } = viewOf({ ...series.change, from: start ?? 0, to: 0 }, facts.names);
  const begin = beginOf(series);
  return (
    <div class="row">
      <p>
        <b>{subject || field}</b> {subject === "" ? "" : <span class="soft">{field}</span>}
        <span class="sides">
          <Values series={series} names={facts.names} />
        </span>
        {begin === undefined ? null : <small class="soft begin">not recorded before {begin}</small>}
      </p>
      {last === undefined ? (
        <p class="label">removed {shortDate(series.steps.at(-1)?.date ?? "")}</p>
      ) : (
        <StepLine series={series} facts={facts} scale={scale} />
      )}
    </div>
  );
}

/** The first day of a value whose hero or ability was on record before it. */
function beginOf({ start, since, steps: [first] }: Series): string | undefined {
  return start === undefined && since === undefined && first !== undefined
    ? shortDate(first.date)
    : undefined;
}

/** `14 → 12 s`: the first value and the last one. */
function Values({ series: { change, start, steps }, names }: { series: Series; names: Names }) {
  const values = [start, ...steps.map(({ value }) => value)].filter((value) => value !== undefined);
  const { from, to } = viewOf({ ...change, from: values[0] ?? 0, to: values.at(-1) ?? 0 }, names);
  return (
    <>
      <span class="soft">{from} → </span>
      <b>{to}</b>
    </>
  );
}

/** The drawing that all rows share: a band for every second season, and the zero line. */
function Ground({ facts }: { facts: ChartFacts }) {
  const border = percent(positionOf(OVERWATCH_2_SINCE, facts.axis));
  return (
    <g id={GROUND}>
      {facts.seasons.map(({ patch, from, until }, at) =>
        at % 2 === 1 ? null : (
          <rect
            key={patch}
            class="band"
            x={percent(positionOf(from, facts.axis))}
            width={percent(
              (until === undefined ? 0.93 : positionOf(until, facts.axis)) -
                positionOf(from, facts.axis),
            )}
            height={HEIGHT}
          />
        ),
      )}
      <line class="zero" y1={HEIGHT / 2} x2="93%" y2={HEIGHT / 2} />
      {isOverwatch1(facts.axis.from) ? (
        <line class="era" x1={border} x2={border} y2={HEIGHT} />
      ) : null}
    </g>
  );
}

/** A step line, with a mark at each step. */
function StepLine({ series, facts, scale }: { series: Series; facts: ChartFacts; scale: number }) {
  const { start, since, steps } = series;
  const base = start ?? steps[0]?.value ?? 1;
  const x = (date: string) => Math.round(positionOf(date, facts.axis) * WIDTH);
  const y = (value: number) => {
    const share = Math.max(-1, Math.min(1, (shareOf(value, base) * 100) / scale));
    return Math.round(HEIGHT / 2 - share * (HEIGHT / 2 - 5));
  };
  let line = start === undefined ? "" : `M${since === undefined ? 0 : x(since)} ${y(start)}`;
  let before = start;
  for (const { date, value } of steps) {
    if (before !== undefined) line += `H${x(date)}`;
    if (value !== undefined)
      line += before === undefined ? `M${x(date)} ${y(value)}` : `V${y(value)}`;
    before = value;
  }
  if (before !== undefined) line += `H${WIDTH * 0.93}`;
  const share = shareOf(series.last ?? base, base);
  // The label sums up all steps. Its effect is that of a step in the same direction.
  const way = steps.findLast(
    (step, at) =>
      step.effect !== "new" &&
      Math.sign((step.value ?? 0) - (steps[at - 1]?.value ?? base)) === Math.sign(share),
  );
  const effect = share === 0 ? "changed" : (way?.effect ?? "changed");
  return (
    <svg
      class="step"
      width="100%"
      height={HEIGHT}
      role="img"
      aria-label={describeSteps(start, steps)}
    >
      <use href={`#${GROUND}`} />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="line" d={line} />
      </svg>
      {steps.map(({ date, value, effect: own }) =>
        value === undefined ? null : (
          <use
            key={date}
            class={own}
            href={`#m-${own}`}
            x={percent(x(date) / WIDTH)}
            y={y(value)}
          />
        ),
      )}
      <text class={effect} x="100%" y={y(series.last ?? base) + 4}>
        {showShare(series.last ?? base, base)}
      </text>
    </svg>
  );
}

/** The change of a value against the first one, `+20 %`; empty if the first one is 0. */
function showShare(value: number, base: number): string {
  if (base === 0) return value === 0 ? "0 %" : "";
  const share = shareOf(value, base);
  // Halves go away from zero. Without toFixed, 2.4 → 2.1 would be less than a half.
  const percent = Math.sign(share) * Math.round(Number((Math.abs(share) * 100).toFixed(6)));
  return `${percent > 0 ? "+" : ""}${showNumber(percent)} %`;
}

function shareOf(value: number, base: number): number {
  return base === 0 ? 0 : value / base - 1;
}

function scaleOf(series: readonly Series[]): number {
  const shares = series.flatMap(({ start, steps }) => {
    const base = start ?? steps[0]?.value ?? 1;
    return steps.flatMap(({ value }) =>
      value === undefined ? [] : Math.abs(shareOf(value, base)),
    );
  });
  const most = Math.max(0, ...shares) * 100;
  return SCALES.find((scale) => scale >= most) ?? SCALES.at(-1) ?? most;
}

function describeSteps(start: number | undefined, steps: Series["steps"]): string {
  const words = steps.map(({ date, value }) => {
    const day = shortDate(date);
    return value === undefined ? `removed on ${day}` : `${showNumber(value)} from ${day}`;
  });
  return [...(start === undefined ? [] : [`${showNumber(start)} at first`]), ...words].join(", ");
}
