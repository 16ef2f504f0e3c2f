import { byId } from "../../../core/by-id.ts";
import { PATCH_KINDS } from "../../../core/game/day.ts";
import { totalOf } from "../../../core/game/effects.ts";
import { isInSeason } from "../../../core/game/seasons.ts";
import type { PatchDetails } from "../../../core/schema/details.ts";
import type { Side } from "../../../core/schema/patch.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { capital, count } from "./format.ts";
import { groupsOf } from "./parts/changes.tsx";
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
  const changed = patches.filter(({ heroes }) => heroes.length > 0);
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
          <a href="feeds/patches.atom">Follow them in a feed reader</a>,{" "}
          <a href="compare">compare any two</a>, or see{" "}
          <a href="matrix">every hero by every patch</a>.
        </p>
        <p class="proof-line">
          <Checked facts={facts} />
        </p>
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
        <p class="key-line">
          <span>other: new, gone, or neither better nor worse</span>
          <span>shared: the same for many heroes</span>
          <span>in 6v6: only in that format</span>
          <span>elsewhere: maps, roles, rules</span>
        </p>
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
  const own = facts.patchList.filter(({ date }) => isInSeason(date, season));
  const name = season.number === null ? season.name : `${season.name} (${season.from.slice(0, 4)})`;
  const changes = own.reduce((sum, patch) => sum + patch.changes, 0);
  const namesOf = (wanted: Side) =>
    season.heroes.flatMap((hero) => (hero.side === wanted ? hero.name : [])).join(", ");
  const [arrived, reworked] = [namesOf("new"), namesOf("reworked")];
  return (
    <details class="year" open={isOpen} data-group="">
      <summary>
        <h2>{[name, season.title].filter(Boolean).join(": ")}</h2>{" "}
        <span class="soft small">
          <span data-left="" />
          {count(own.length, "patch", "patches")}, {count(changes, "change")}
          {arrived && `. New: ${arrived}`}
          {reworked && `. Reworked: ${reworked}`}
        </span>{" "}
        <Tags counts={sumOf(season.heroes)} total={changes} />
      </summary>
      <p class="small">
        <a href={season.path}>Buffs and nerfs of {season.name} by hero</a>
      </p>
      <ol class="timeline">
        {own.map(({ id, changes }) => (
          <Line key={id} patch={byId(facts.patches, id)} total={changes} facts={facts} />
        ))}
      </ol>
    </details>
  );
}

type LineProps = { patch: PatchDetails; total: number; facts: Facts };

function Line({ patch, total, facts }: LineProps) {
  const { changes } = patch;
  const groups = groupsOf(changes, facts.nameOf);
  const summary =
    groups.length > 4
      ? count(patch.heroes.length, "hero", "heroes")
      : groups.map(({ name }) => name).join(", ");
  return (
    <li
      class={changes.length === 0 ? "empty" : undefined}
      data-item=""
      data-kind={patch.kind}
      data-with={patch.heroes.length === 0 ? "" : "heroes"}
    >
      <p class="label">
        <Day date={patch.date} />
      </p>
      <div>
        <h3>
          <a href={`patches/${patch.id}`}>{patch.name}</a>
        </h3>
        {changes.length === 0 ? null : (
          <p class="small soft">
            {count(total, "change")}: {summary}
          </p>
        )}
      </div>
      {changes.length === 0 ? null : <Tags counts={sumOf(patch.heroes)} total={total} />}
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
