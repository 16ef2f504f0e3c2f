import type { Page } from "../layout.tsx";
import type { Entry, Facts } from "./facts.ts";
import { groupsInWords, groupsOf } from "./parts/changes.tsx";
import { positionOf } from "./parts/step-lines.tsx";
import { Day } from "./parts/time.tsx";
import { count, kindInWords } from "./words.ts";

/** The timeline of patches: seasons with what came in them, newest first. */
export function patchesPage(facts: Facts): Page {
  const { game, entries } = facts;
  const changes = entries.reduce((sum, entry) => sum + entry.changes.length, 0);
  return {
    path: "/patches",
    title: "Patches",
    description: `All ${entries.length} recorded patches of ${game.name} with ${changes} changes of the core game.`,
    alternates: [
      { href: `v1/${game.id}/patches`, type: "application/json", title: "Patches as JSON" },
      { href: "feeds/patches.atom", type: "application/atom+xml", title: "Patches as a feed" },
    ],
    children: (
      <>
        <h1>Patches</h1>
        <p class="sub">
          {count(entries.length, "patch", "patches")} with {count(changes, "change")} of the core
          game. Follow them by feed: <a href="feeds/patches.atom">Atom</a>,{" "}
          <a href="feeds/patches.json">JSON</a>. Or <a href="compare">compare any two</a>.
        </p>
        <Pulse facts={facts} />
        <ol class="timeline">
          {entries.map((entry) => (
            <Line key={entry.patch.id} entry={entry} facts={facts} />
          ))}
        </ol>
      </>
    ),
  };
}

/** How much each patch changed, on its day. */
function Pulse({ facts: { entries, axis } }: { facts: Facts }) {
  const most = Math.max(1, ...entries.map(({ changes }) => changes.length));
  const height = 72;
  return (
    <svg class="pulse" width="100%" height={height + 20} aria-hidden="true">
      <line x1="0" x2="100%" y1={height} y2={height} class="base" />
      {entries.map(({ patch, changes }) => {
        const x = `${Math.round((0.01 + positionOf(patch.date, axis)) * 1000) / 10}%`;
        const top = height - 3 - Math.round(Math.sqrt(changes.length / most) * (height - 5));
        return <line key={patch.id} x1={x} x2={x} y1={top} y2={height} class={patch.kind} />;
      })}
      {axis.marks.map((date) => (
        <text
          key={date}
          x={`${Math.round((0.01 + positionOf(date, axis)) * 1000) / 10}%`}
          y={height + 15}
        >
          {monthOf(date)}
        </text>
      ))}
    </svg>
  );
}

function monthOf(date: string): string {
  return (
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
      Number(date.slice(5, 7)) - 1
    ] ?? ""
  );
}

function Line({ entry: { patch, changes }, facts }: { entry: Entry; facts: Facts }) {
  const groups = groupsOf(changes, facts.names);
  return (
    <li class={patch.kind}>
      <Day date={patch.date} short />
      <div>
        <h2>
          <a href={`patches/${patch.id}`}>{patch.name}</a>
        </h2>
        {patch.kind === "hotfix" ? null : <p>{patch.summary}</p>}
        <p class="quiet">
          {patch.kind === "hotfix" ? null : `${kindInWords(patch.kind)} patch, `}
          {changes.length === 0
            ? "no change of the core game"
            : `${count(changes.length, "change")}: ${groups.length > 4 ? groupsInWords(groups) : groups.map(({ name }) => name).join(", ")}`}
        </p>
      </div>
    </li>
  );
}
