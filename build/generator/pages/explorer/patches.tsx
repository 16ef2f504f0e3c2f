import { PATCH_KINDS } from "../../../core/game/day.ts";
import { totalOf } from "../../../core/game/effects.ts";
import { isInSeason } from "../../../core/game/seasons.ts";
import type { PatchDetails } from "../../../core/schema/details.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { capital, count, shortDate } from "./format.ts";
import { describeGroups, groupsOf } from "./parts/changes.tsx";
import { Chip, Chips } from "./parts/chips.tsx";
import { Tags } from "./parts/mark.tsx";
import { Proof, ProofSwitch } from "./parts/proof.tsx";
import { Day } from "./parts/section.tsx";
import { Checked } from "./parts/sources.tsx";
import { sumOf } from "./tally.ts";

/** So many of the newest seasons are open. */
const OPEN = 2;

/** All patches by season, newest first. */
export function patchesPage(facts: Facts): Page {
  const { game, patches, seasons } = facts;
  const changed = patches.filter(({ changes }) => changes.length > 0);
  const sum = totalOf(facts.effects);
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
          <Checked facts={facts} /> <a href="feeds/patches.atom">Follow them in a feed reader</a>,{" "}
          <a href="compare">compare any two</a>, or see{" "}
          <a href="matrix">every hero by every patch</a>.
        </p>
        <Chips label="Filter patches">
          <Chip name="with" value="" count={patches.length}>
            All
          </Chip>
          <Chip name="with" value="changes" count={changed.length}>
            With balance changes
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
        {seasons.toReversed().map((season, at) => (
          <SeasonOfPatches key={season.patch} season={season} isOpen={at < OPEN} facts={facts} />
        ))}
        <ProofSwitch />
        <Proof gaps={facts.gapsOfAll("patches")} />
      </>
    ),
  };
}

type SeasonProps = { season: Facts["seasons"][number]; isOpen: boolean; facts: Facts };

/**
 * The patches of a season, or of a year of Overwatch 1: those of late open, earlier ones a line.
 */
function SeasonOfPatches({ season, isOpen, facts }: SeasonProps) {
  const own = facts.patches.filter(({ date }) => isInSeason(date, season));
  const title = season.title === "" ? season.name : `${season.name}: ${season.title}`;
  return (
    <details class="year" open={isOpen} data-group="">
      <summary>
        <h2>{title}</h2>{" "}
        <span class="soft">
          {season.number === null ? "" : `${shortDate(season.from.slice(0, "2026-10".length))}, `}
          {count(own.length, "patch", "patches")}
        </span>{" "}
        <Tags counts={sumOf(season.heroes)} />
      </summary>
      <p class="small">
        <a href={season.path}>Buffs and nerfs of {season.name} by hero</a>
      </p>
      <ol class="timeline">
        {own.map((patch) => (
          <Line key={patch.id} patch={patch} facts={facts} />
        ))}
      </ol>
    </details>
  );
}

function Line({ patch, facts }: { patch: PatchDetails; facts: Facts }) {
  const { changes } = patch;
  const groups = groupsOf(changes, facts.nameOf);
  const summary =
    groups.length > 4 ? describeGroups(groups) : groups.map(({ name }) => name).join(", ");
  return (
    <li
      class={changes.length === 0 ? "empty" : undefined}
      data-item=""
      data-kind={patch.kind}
      data-with={changes.length === 0 ? "" : "changes"}
    >
      <p class="label">
        <Day date={patch.date} />
      </p>
      <div>
        <h3>
          <a href={`patches/${patch.id}`}>{patch.name}</a>
        </h3>
        {changes.length === 0 ? null : <p class="small soft">{summary}</p>}
      </div>
      {changes.length === 0 ? null : <Tags counts={sumOf(patch.heroes)} />}
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
