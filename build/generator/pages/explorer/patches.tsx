import { byId } from "../../../core/by-id.ts";
import { PATCH_KINDS } from "../../../core/game/day.ts";
import { totalOf } from "../../../core/game/effects.ts";
import { isOverwatch1 } from "../../../core/game/eras.ts";
import { isInSeason } from "../../../core/game/seasons.ts";
import { grouped } from "../../../core/grouped.ts";
import type { PatchDetails } from "../../../core/schema/details.ts";
import type { Side } from "../../../core/schema/patch.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { capital, count } from "./format.ts";
import { groupsOf } from "./parts/changes.tsx";
import { Chip, Chips } from "./parts/chips.tsx";
import { CountCells, CountKey } from "./parts/mark.tsx";
import { Day } from "./parts/section.tsx";
import { Checked } from "./parts/sources.tsx";
import { COUNT_COLUMNS, type Counts, sumOf } from "./tally.ts";

/** So many of the newest seasons are open. */
const OPEN = 2;

/** All patches by season, newest first. */
export function patchesPage(facts: Facts): Page {
  const { game, patches, seasons } = facts;
  const changed = patches.filter(({ heroes }) => heroes.length > 0);
  const sum = totalOf(facts.effects);
  const newestFirst = seasons.toReversed();
  const byYear = grouped(newestFirst.map((season) => [season.from.slice(0, 4), season]));
  return {
    title: "Patches",
    description:
      `All ${patches.length} recorded patches of ${game.name} with ${count(sum, "change")} ` +
      "of the core game.",
    scripts: ["filter"],
    alternates: [
      { href: `v1/${game.id}/patches`, type: "application/json", title: "Patches as JSON" },
      { href: "feeds/patches.atom", type: "application/atom+xml", title: "Patches as a feed" },
    ],
    children: (
      <>
        <h1>Patches</h1>
        <p class="lead">
          {count(patches.length, "patch", "patches")} with {count(sum, "change")}.{" "}
          <a href="feeds/patches.atom">Follow them in a feed reader</a>,{" "}
          <a href="compare">compare any two</a>, or see <a href="matrix">heroes by patches</a>.
        </p>
        <p class="proof-line">
          <Checked facts={facts} />
        </p>
        <details>
          <summary>What is left out</summary>
          {facts.gapsOfAll("patches").map(({ path, reason }) => (
            <p key={path} class="small">
              {capital(reason)}.
            </p>
          ))}
        </details>
        <nav class="jump row small" aria-label="Years">
          Jump to
          {[...byYear].map(([year, [newest]]) => (
            <a key={year} href={`#from-${newest?.patch}`}>
              {year}
            </a>
          ))}
        </nav>
        <Chips label="Filter patches">
          <Chip name="with" value="" count={patches.length}>
            All
          </Chip>
          <Chip name="with" value="heroes" count={changed.length}>
            With changes of heroes
          </Chip>
          {PATCH_KINDS.map((kind) => (
            <Chip
              key={kind}
              name="kind"
              value={kind}
              count={patches.filter((patch) => patch.kind === kind).length}
            >
              {capital(kind)}
            </Chip>
          ))}
        </Chips>
        <CountKey />
        <p class="by-count heads label" aria-hidden="true">
          <span />
          <span />
          <span>Patches</span>
          <span />
          {COUNT_COLUMNS.map(({ label }) => (
            <span key={label} class="count">
              {label}
            </span>
          ))}
        </p>
        {newestFirst.map((season, at) => (
          <SeasonOfPatches key={season.patch} season={season} isOpen={at < OPEN} facts={facts} />
        ))}
      </>
    ),
  };
}

type SeasonProps = { season: Facts["seasons"][number]; isOpen: boolean; facts: Facts };

/**
 * The patches of a season, or of a year of Overwatch 1: those of late open, earlier ones a line.
 */
function SeasonOfPatches({ season, isOpen, facts }: SeasonProps) {
  const own = facts.patchList.filter(({ date }) => isInSeason(date, season));
  const changes = own.reduce((sum, patch) => sum + patch.changes, 0);
  const counts = sumOf(season.heroes);
  const isYear = isOverwatch1(season.from);
  const namesOf = (wanted: Side) =>
    season.heroes.flatMap((hero) => (hero.side === wanted ? hero.name : [])).join(", ");
  const [arrived, reworked] = [namesOf("new"), namesOf("reworked")];
  return (
    <details class="year" id={`from-${season.patch}`} open={isOpen} data-group="">
      <summary class="by-count">
        <span class="label">{season.from.slice(0, 4)}</span>
        <span>
          <h2>{[isYear ? "" : season.name, season.title].filter(Boolean).join(": ")}</h2>{" "}
          <span class="soft small">
            {arrived && `New: ${arrived}. `}
            {reworked && `Reworked: ${reworked}.`}
          </span>
        </span>
        <span class="small">
          <span data-left="" />
          {own.length}
          <span class="vh"> {own.length === 1 ? "patch" : "patches"}</span>
        </span>
        <Balance counts={counts} />
        <CountCells as="span" counts={counts} total={changes} />
      </summary>
      <ol>
        {own.map(({ id, changes }) => (
          <Line
            key={id}
            patch={byId(facts.patches, id)}
            total={own.length > 1 ? changes : undefined}
            facts={facts}
          />
        ))}
      </ol>
      <p class="small">
        <a href={season.path}>Buffs and nerfs of {season.name} by hero</a>
      </p>
    </details>
  );
}

/** A bar of buffs above one of nerfs, 1 px for each. */
function Balance({ counts: { own } }: { counts: Counts }) {
  return (
    <svg width="116" height="12" aria-hidden="true">
      <rect class="buff" x="16" width={own.buff ?? 0} height="5" />
      <rect class="nerf" x="16" width={own.nerf ?? 0} height="5" y="7" />
    </svg>
  );
}

/** `total` is not given for the only patch of its season, which has the same counts. */
type LineProps = { patch: PatchDetails; total: number | undefined; facts: Facts };

function Line({ patch, total, facts }: LineProps) {
  const { changes, heroes } = patch;
  const groups = groupsOf(changes, facts.nameOf);
  const summary =
    groups.length > 4
      ? count(heroes.length, "hero", "heroes")
      : groups.map(({ name }) => name).join(", ");
  return (
    <li
      class="by-count"
      data-item=""
      data-kind={patch.kind}
      data-with={heroes.length === 0 ? "" : "heroes"}
    >
      <span class="label">
        <Day date={patch.date} />
      </span>
      <span>
        <a href={`patches/${patch.id}`}>{patch.name}</a>{" "}
        <span class="soft small">{summary || "no recorded change"}</span>
      </span>
      <span />
      <span />
      {total === undefined ? null : <CountCells as="span" counts={sumOf(heroes)} total={total} />}
    </li>
  );
}

/**
 * A permanent address that leads to the page of the newest patch. `browser/site.ts` keeps the
 * query and the fragment.
 */
export function latestPage({ id, name }: Pick<PatchDetails, "id" | "name">): Page {
  return {
    title: name,
    description: `The newest patch on record: ${name}.`,
    canonical: `/patches/${id}`,
    redirectTo: id,
    children: (
      <div class="prose">
        <h1>{name}</h1>
        <p>
          The newest patch on record is{" "}
          <a href={id} data-onwards>
            {name}
          </a>
          .
        </p>
      </div>
    ),
  };
}
