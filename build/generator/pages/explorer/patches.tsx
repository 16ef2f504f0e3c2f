import { isOverwatch1, OVERWATCH_1, OVERWATCH_2_SINCE } from "../../data/eras.ts";
import type { Page } from "../layout.tsx";
import type { Entry, Facts } from "./facts.ts";
import { capital, count } from "./format.ts";
import { BalanceOverTime } from "./parts/balance-chart.tsx";
import { describeGroups, groupsOf } from "./parts/changes.tsx";
import { GapMark } from "./parts/gap-mark.tsx";
import { Tags } from "./parts/mark.tsx";
import { Section } from "./parts/section.tsx";
import { Day } from "./parts/time.tsx";
import { isInSeason, seasonPath } from "./seasons.ts";
import { tallyOfPatch } from "./tally.ts";

/** All patches by season, newest first, below the chart of their buffs and nerfs. */
export function patchesPage(facts: Facts): Page {
  const { game, entries, seasons } = facts;
  const changes = entries.reduce((sum, entry) => sum + entry.changes.length, 0);
  return {
    path: "/patches",
    title: "Patches",
    description:
      `All ${entries.length} recorded patches of ${game.name} with ${count(changes, "change")} ` +
      "of the core game.",
    alternates: [
      { href: `v1/${game.id}/patches`, type: "application/json", title: "Patches as JSON" },
      { href: "feeds/patches.atom", type: "application/atom+xml", title: "Patches as a feed" },
    ],
    children: (
      <>
        <h1>Patches</h1>
        <p class="lead">
          {count(entries.length, "patch", "patches")} with {count(changes, "change")}.{" "}
          <a href="feeds/patches.atom">Follow them in a feed reader</a>,{" "}
          <a href="compare">compare any two</a>, or see{" "}
          <a href="matrix">every hero by every patch</a>.
        </p>
        <GapMark gaps={facts.evidence.gapsOfAll("patches")} />
        <BalanceOverTime facts={facts} />
        {seasons
          .filter(({ from }) => !isOverwatch1(from))
          .toReversed()
          .map((season) => (
            <Section
              key={season.patch}
              id={`season-${season.patch}`}
              title={season.title === "" ? season.name : `${season.name}: ${season.title}`}
              aside={<a href={seasonPath(season, seasons)}>Buffs and nerfs by hero</a>}
            >
              <ol class="timeline">
                {entries
                  .filter(({ patch }) => isInSeason(patch.date, season))
                  .map((entry) => (
                    <Line key={entry.patch.id} entry={entry} facts={facts} />
                  ))}
              </ol>
            </Section>
          ))}
        <Years facts={facts} />
      </>
    ),
  };
}

/** The years of Overwatch 1. Each leads to its page, which has its patches. */
function Years({ facts: { seasons, entries, axis } }: { facts: Facts }) {
  const years = seasons.filter(({ from }) => isOverwatch1(from)).toReversed();
  const isPast = !isOverwatch1(axis.to);
  if (years.length === 0) return null;
  return (
    <Section
      id="overwatch-1"
      title={OVERWATCH_1}
      aside={<a href={isPast ? "matrix/overwatch-1" : "matrix"}>Every hero by every patch</a>}
    >
      {isPast ? (
        <p>
          Before <Day date={OVERWATCH_2_SINCE} /> the game was another one. Its patches are listed
          by year.
        </p>
      ) : null}
      <ul>
        {years.map((year) => {
          const own = entries.filter(({ patch }) => isInSeason(patch.date, year));
          const changes = own.reduce((sum, entry) => sum + entry.changes.length, 0);
          return (
            <li key={year.patch}>
              <a href={seasonPath(year, seasons)}>{year.name}</a>:{" "}
              {count(own.length, "patch", "patches")} with {count(changes, "change")}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Line({ entry: { patch, changes }, facts }: { entry: Entry; facts: Facts }) {
  const groups = groupsOf(changes, facts.names);
  const { buffs, nerfs } = tallyOfPatch(groups.map(({ thing, own }) => [thing, own]));
  const others = changes.length - buffs - nerfs;
  const summary =
    groups.length === 0
      ? "No balance changes."
      : groups.length > 4
        ? describeGroups(groups)
        : groups.map(({ name }) => name).join(", ");
  return (
    <li>
      <p class="label">
        <Day date={patch.date} /> <br />
        {capital(patch.kind)}
      </p>
      <div>
        <h3>
          <a href={`patches/${patch.id}`}>{patch.name}</a>
        </h3>
        {patch.kind === "hotfix" || patch.summary === null ? null : <p>{patch.summary}</p>}
        <p class="small soft">{summary}</p>
      </div>
      {changes.length === 0 ? null : <Tags tally={{ buffs, nerfs, others }} />}
    </li>
  );
}
