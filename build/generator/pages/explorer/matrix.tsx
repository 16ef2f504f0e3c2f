import type { ComponentChild } from "preact";
import type { Hero } from "../../../core/schema/hero.ts";
import { isOverwatch1, OVERWATCH_1 } from "../../data/eras.ts";
import { isInSeason, type Season, shortSeason } from "../../full/seasons.ts";
import type { Page } from "../layout.tsx";
import type { Entry, Facts } from "./facts.ts";
import { shortDate } from "./format.ts";
import { Chip, Chips, ChoiceChip } from "./parts/chips.tsx";
import { Emblem, Tile } from "./parts/emblem.tsx";
import { CellPictures, MatrixCell, MatrixKey } from "./parts/matrix-cell.tsx";
import { arrivalOf } from "./tally.ts";

/** So many seasons fit the budget of a page. */
const MOST_SEASONS = 12;

/** A part of the table: its page, and its seasons, oldest first. */
type Part = { path: string; title: string; seasons: readonly Season[] };

/** Heroes by patches, the newest seasons first; each cell shows what a patch did to a hero. */
export function matrixPages(facts: Facts): Page[] {
  const parts = partsOf(facts.seasons);
  return parts.map((part) => matrixPage(part, parts, facts));
}

/** The newest seasons, those before in Overwatch 2, and the years of Overwatch 1. */
function partsOf(seasons: readonly Season[]): Part[] {
  const later = seasons.filter(({ from }) => !isOverwatch1(from));
  if (later.length === 0) return [{ path: "/matrix", title: "Heroes by patches", seasons }];
  const parts = [
    { path: "/matrix", title: "Heroes by patches", seasons: later.slice(-MOST_SEASONS) },
    { path: "/matrix/earlier", title: "Earlier seasons", seasons: later.slice(0, -MOST_SEASONS) },
    {
      path: "/matrix/overwatch-1",
      title: OVERWATCH_1,
      seasons: seasons.filter(({ from }) => isOverwatch1(from)),
    },
  ];
  return parts.filter((part) => part.seasons.length > 0);
}

function matrixPage(part: Part, parts: readonly Part[], whole: Facts): Page {
  const { path, title, seasons } = part;
  const from = seasons[0]?.from ?? whole.axis.from;
  const until = seasons.at(-1)?.until;
  const heroes = whole.heroes.filter(({ id }) => {
    const arrival = arrivalOf(`heroes/${id}`, whole)?.date;
    return arrival === undefined || until === undefined || arrival < until;
  });
  const facts = { ...whole, seasons, heroes };
  const entries = facts.entries
    .filter(({ patch }) => patch.date >= from && (until === undefined || patch.date < until))
    .filter(({ changes }) => changes.some(({ target }) => target.startsWith("heroes/")))
    .toReversed();
  const root = path === "/matrix" ? "" : "../";
  return {
    path,
    title,
    description:
      `Balance changes of ${facts.game.name} in one table: ${heroes.length} heroes by ` +
      `${entries.length} patches.`,
    scripts: ["filter"],
    children: (
      <>
        <h1>{title}</h1>
        <p class="lead">
          The balance changes of {entries.length} patches since {shortDate(from)}. Each cell opens
          its change. {isOverwatch1(from) ? "Heroes are listed by their role of today. " : null}
          {parts.map((other) =>
            other === part ? null : (
              <>
                <a href={root + other.path.slice(1)}>{other.title}</a>,{" "}
              </>
            ),
          )}
          <a href={`${root}patches`}>all patches</a>
        </p>
        <Chips label="Filter heroes and seasons">
          <Chip name="role" value="">
            All
          </Chip>
          {facts.roles.map(({ id, name }) => (
            <Chip key={id} name="role" value={id}>
              <Emblem id={id} size={15} /> {name}
            </Chip>
          ))}
          <ChoiceChip
            name="season"
            label="All seasons"
            choices={seasons.toReversed().map((season) => [season.patch, season.name])}
          />
        </Chips>
        <CellPictures />
        <MatrixKey />
        <div class="matrix-box">
          <table class="matrix">
            <Head entries={entries} facts={facts} root={root} />
            <Roles
              facts={facts}
              columns={entries.length}
              rowOf={(hero) => (
                <Row key={hero.id} hero={hero} entries={entries} facts={facts} root={root} />
              )}
            />
          </table>
        </div>
        <SeasonTable facts={facts} root={root} />
      </>
    ),
  };
}

type RolesProps = { facts: Facts; columns: number; rowOf: (hero: Hero) => ComponentChild };

/** The heroes by role, one row each. `columns` is the number of columns beside the name. */
function Roles({ facts, columns, rowOf }: RolesProps) {
  return facts.roles.map((role) => (
    <tbody key={role.id} data-item="" data-role={role.id}>
      <tr class="role">
        <th scope="rowgroup" colSpan={columns + 1}>
          <span class="with-emblem">
            <Emblem id={role.id} size={16} /> {role.name}
          </span>
        </th>
      </tr>
      {facts.heroes.filter((hero) => hero.role === role.id).map(rowOf)}
    </tbody>
  ));
}

function Head({ entries, facts, root }: { entries: readonly Entry[]; facts: Facts; root: string }) {
  return (
    <thead>
      <tr>
        <td />
        {facts.seasons.map((season) => {
          const own = entries.filter(({ patch }) => isInSeason(patch.date, season));
          return own.length === 0 ? null : (
            <th
              key={season.patch}
              scope="colgroup"
              colSpan={own.length}
              class="season"
              data-season={season.patch}
            >
              {own.length > 2 ? season.name : shortSeason(season)}
            </th>
          );
        })}
      </tr>
      <tr>
        <td />
        {entries.map(({ patch }) => {
          const [day, month] = shortDate(patch.date).split(" ");
          return (
            <th key={patch.id} scope="col" {...columnOf(patch.date, facts)}>
              <a href={`${root}patches/${patch.id}`} title={patch.name}>
                <b>{day}</b>
                <br />
                {month}
              </a>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** So many columns fit a phone. The list leads to earlier seasons. */
const SEASONS_ON_A_PHONE = 6;

/**
 * The newest seasons, for phones. A cell links to the last change of its season. A season links to
 * its patches.
 */
function SeasonTable({ facts, root }: { facts: Facts; root: string }) {
  const seasons = facts.seasons.slice(-SEASONS_ON_A_PHONE);
  return (
    <table class="matrix seasons">
      <thead>
        <tr>
          <td />
          {seasons.map((season) => (
            <th key={season.patch} scope="col">
              <a href={`?season=${season.patch}`} title={season.name}>
                <b>{shortSeason(season).replace(/^20/, "’")}</b>
              </a>
            </th>
          ))}
        </tr>
      </thead>
      <Roles
        facts={facts}
        columns={seasons.length}
        rowOf={(hero) => (
          <tr key={hero.id}>
            <th scope="row">
              <a href={`${root}heroes/${hero.id}`}>{hero.name}</a>
            </th>
            {seasons.map((season) => (
              <td key={season.patch}>
                <SeasonCell hero={hero} season={season} facts={facts} root={root} />
              </td>
            ))}
          </tr>
        )}
      />
    </table>
  );
}

function SeasonCell({
  hero,
  season,
  facts,
  root,
}: {
  hero: Hero;
  season: Season;
  facts: Facts;
  root: string;
}) {
  const thing = `heroes/${hero.id}`;
  const arrival = arrivalOf(thing, facts)?.date;
  const own = facts.historyOf(thing).filter(({ patch }) => isInSeason(patch.date, season));
  return (
    <MatrixCell
      href={`${root}${thing}#patch-${own[0]?.patch.id}`}
      changes={own.length === 0 ? undefined : own.flatMap(({ changes }) => changes)}
      isBefore={arrival !== undefined && season.until !== undefined && arrival >= season.until}
      isArrival={arrival !== undefined && isInSeason(arrival, season)}
      name={`${hero.name} in ${season.name}`}
    />
  );
}

/** The season of a column, and a class for the first column of a season. */
function columnOf(date: string, { seasons }: Facts) {
  const season: Season | undefined = seasons.find((one) => isInSeason(date, one));
  return {
    "data-season": season?.patch,
    class: season?.from === date ? "opens" : undefined,
  };
}

function Row({
  hero,
  entries,
  facts,
  root,
}: {
  hero: Hero;
  entries: readonly Entry[];
  facts: Facts;
  root: string;
}) {
  const thing = `heroes/${hero.id}`;
  const history = new Map(
    facts.historyOf(thing).map(({ patch, changes }) => [patch.id, changes] as const),
  );
  const arrival = arrivalOf(thing, facts)?.id;
  return (
    <tr>
      <th scope="row">
        <a class="with-emblem" href={`${root}heroes/${hero.id}`}>
          <Tile hero={hero} facts={facts} size={20} /> <span>{hero.name}</span>
        </a>
      </th>
      {entries.map(({ patch }) => (
        <td key={patch.id} class={columnOf(patch.date, facts).class}>
          <MatrixCell
            href={`${root}patches/${patch.id}#heroes-${hero.id}`}
            changes={history.get(patch.id)}
            isBefore={arrival !== undefined && patch.id < arrival}
            isArrival={patch.id === arrival}
            name={hero.name}
          />
        </td>
      ))}
    </tr>
  );
}
