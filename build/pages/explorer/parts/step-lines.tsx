import { type Names, viewOf } from "../change-view.ts";
import type { TimeAxis } from "../facts.ts";
import type { Series } from "../series.ts";
import { shortDate, showNumber } from "../words.ts";

const WIDTH = 1000;
const HEIGHT = 36;
const INSET = 5;

/** Space after the newest patch, so that its values are seen to stand. */
const RUN_OUT = 0.07;

/** Values over time, one step line each under a common axis of days. */
export function StepLines({
  series,
  axis,
  names,
}: {
  series: readonly Series[];
  axis: TimeAxis;
  names: Names;
}) {
  const x = (date: string) => Math.round(positionOf(date, axis) * WIDTH);
  const grid = axis.marks.map((date) => `M${x(date)} 0V${HEIGHT}`).join("");
  return (
    <div class="series">
      <div class="axis">
        <MonthLabels axis={axis} />
      </div>
      <ul>
        {series.map((one) => {
          const { subject, field } = viewOf(
            { target: one.target, from: one.start ?? 0, to: 0 },
            names,
          );
          return (
            <li key={one.target}>
              <p>
                <span class="name">
                  {subject} <span class={subject === "" ? "" : "field"}>{field}</span>
                </span>
                <Values series={one} names={names} />
              </p>
              <StepLine series={one} x={x} grid={grid} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** `6 → 4 → 5 s`, the last one in force. */
function Values({ series, names }: { series: Series; names: Names }) {
  const { target, start, steps } = series;
  const values = [...(start === undefined ? [] : [start]), ...steps.map(({ value }) => value)];
  const shown = values
    .slice(0, -1)
    .map((value) => (value === undefined ? "none" : showNumber(value)));
  const last = values.at(-1);
  const { to } = viewOf({ target, ...(last === undefined ? {} : { to: last }) }, names);
  return (
    <span class="values">
      {shown.map((value) => `${value} → `).join("")}
      <b>{to ?? "none"}</b>
    </span>
  );
}

/** `x` is where a day stands; `grid` are the marked days, which all lines have in common. */
type StepLineProps = { series: Series; x: (date: string) => number; grid: string };

/** A step line of horizontals and verticals; the dots are round however wide the picture is drawn, since they are ends of strokes. */
function StepLine({ series: { start, since, steps }, x, grid }: StepLineProps) {
  const numbers = [start, ...steps.map(({ value }) => value)].filter(
    (value) => value !== undefined,
  );
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const y = (value: number) =>
    Math.round(HEIGHT - INSET - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * INSET));

  let line = start === undefined ? "" : `M${since === undefined ? 0 : x(since)} ${y(start)}`;
  let dots = "";
  let before = start;
  for (const { date, value } of steps) {
    if (before !== undefined) line += `H${x(date)}`;
    if (value !== undefined) {
      line += before === undefined ? `M${x(date)} ${y(value)}` : `V${y(value)}`;
      dots += `M${x(date)} ${y(value)}h0`;
    }
    before = value;
  }
  if (before !== undefined) line += `H${WIDTH}`;
  return (
    <svg
      class="step"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height={HEIGHT}
      role="img"
      aria-label={inWords(start, steps)}
    >
      <path class="grid" d={grid} />
      <path class="line" d={line} />
      <path class="dot" d={dots} />
    </svg>
  );
}

function inWords(start: number | undefined, steps: Series["steps"]): string {
  const told = steps.map(
    ({ date, value }) =>
      `${value === undefined ? "removed" : showNumber(value)} from ${shortDate(date)}`,
  );
  return [...(start === undefined ? [] : [`${showNumber(start)} at first`]), ...told].join(", ");
}

function MonthLabels({ axis }: { axis: TimeAxis }) {
  return (
    <svg width="100%" height="18" aria-hidden="true">
      {axis.marks.map((date) => (
        <text key={date} x={`${Math.round(positionOf(date, axis) * 1000) / 10}%`} y="13">
          {shortDate(date).split(" ")[1]}
        </text>
      ))}
    </svg>
  );
}

/** Where a day stands between the two ends, 0 to 1. */
export function positionOf(date: string, { from, to }: Pick<TimeAxis, "from" | "to">): number {
  const days = (Date.parse(date) - Date.parse(from)) / (Date.parse(to) - Date.parse(from) || 1);
  return days * (1 - RUN_OUT);
}
