import { isOverwatch1, OVERWATCH_1 } from "../../../core/game/eras.ts";
import { isInSeason, shortSeason } from "../../../core/game/seasons.ts";
import type { HeroDetails, HeroEffect, PatchDetails } from "../../../core/schema/details.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { shortDate } from "./format.ts";
import { HeroChips } from "./parts/chips.tsx";
import { Emblem, Tile } from "./parts/emblem.tsx";
import { Mark } from "./parts/mark.tsx";
import { amountsOf, sumOf } from "./tally.ts";

/** So many patches fit the width of a page. */
const MOST_PATCHES = 42;

/** A part of the table: its page, and its seasons, oldest first. */
type Part = { path: string; seasons: Facts["seasons"] };

/** Heroes by patches, the newest seasons first; each cell shows what a patch did to a hero. */
export function matrixPages(facts: Facts): [string, () => Page][] {
  const parts = partsOf(facts);
  return parts.map((part) => [part.path, () => matrixPage(part, parts, facts)]);
}

/** The newest seasons, those before in Overwatch 2, and the years of Overwatch 1. */
function partsOf({ seasons, patches }: Facts): Part[] {
  const ofOverwatch1 = seasons.filter(({ from }) => isOverwatch1(from));
  const later = seasons.slice(ofOverwatch1.length);
  if (later.length === 0) return [{ path: "/matrix", seasons }];
  const shown = patches.filter(({ heroes }) => heroes.length > 0);
  const first = later.findIndex(
    ({ from }) => shown.filter(({ date }) => date >= from).length <= MOST_PATCHES,
  );
  const parts = [
    { path: "/matrix", seasons: later.slice(first) },
    { path: "/matrix/earlier", seasons: later.slice(0, first) },
    { path: "/matrix/overwatch-1", seasons: ofOverwatch1 },
  ];
  return parts.filter((part) => part.seasons.length > 0);
}

/** `2024 to 2026`, and what the game was then, if it was Overwatch 1. */
function timeOf({ seasons }: Part, { axis }: Facts): string {
  const from = seasons[0]?.from ?? axis.from;
  const years = [from, seasons.at(-1)?.until ?? axis.to].map((date) => date.slice(0, 4));
  return [...new Set(years)].join(" to ") + (isOverwatch1(from) ? ` (${OVERWATCH_1})` : "");
}

function matrixPage(part: Part, parts: readonly Part[], whole: Facts): Page {
  const { path, seasons } = part;
  const title = `Heroes by patches, ${timeOf(part, whole)}`;
  const from = seasons[0]?.from ?? whole.axis.from;
  const until = seasons.at(-1)?.until;
  const patches = whole.patches
    .filter(({ date }) => date >= from && (until === undefined || date < until))
    .filter((patch) => patch.heroes.length > 0)
    .toReversed();
  const changed = new Set(patches.flatMap((patch) => patch.heroes.map(({ id }) => id)));
  const heroes = whole.heroes.filter(
    ({ id, onRecordSince }) => until === undefined || onRecordSince < until || changed.has(id), // tried out before
  );
  const facts = { ...whole, seasons, heroes };
  const root = path === "/matrix" ? "" : "../";
  const columns = { patches, facts, root };
  return {
    title,
    description:
      `Balance changes of ${facts.game.name} in one table: ${heroes.length} heroes by ` +
      `${patches.length} patches.`,
    scripts: ["filter"],
    children: (
      <>
        <h1>{title}</h1>
        <p class="lead">
          Who was buffed and nerfed when: a column for each patch that changed a hero. Sums count a
          hero's own changes.{" "}
          {isOverwatch1(from) ? "Heroes are listed by their role of today. " : null}
          See also{" "}
          {parts.map((other) =>
            other === part ? null : (
              <>
                <a href={root + other.path.slice(1)}>{timeOf(other, whole)}</a>,{" "}
              </>
            ),
          )}
          <a href={`${root}patches`}>all patches</a>, <a href={`${root}lists/changes.json`}>JSON</a>
        </p>
        <HeroChips roles={facts.roles} heroes={heroes} />
        <CellPictures />
        <details class="fold">
          <summary>What the cells mean</summary>
          <MatrixKey />
        </details>
        <p class="small soft">Earlier patches are at the left.</p>
        <div class={patches.length > MOST_PATCHES ? "matrix-box" : "matrix-box fits"}>
          <table class="matrix">
            <Head {...columns} />
            {facts.roles.map((role) => (
              <tbody key={role.id}>
                <tr class="role" data-item="" data-role={role.id}>
                  <th scope="rowgroup" colSpan={patches.length + 2}>
                    <span class="with-emblem">
                      <Emblem id={role.id} size={16} /> {role.name}
                    </span>
                  </th>
                </tr>
                {heroes
                  .filter((hero) => hero.role === role.id)
                  .map((hero) => (
                    <Row key={hero.id} hero={hero} {...columns} />
                  ))}
              </tbody>
            ))}
          </table>
        </div>
        <p class="cell-detail small" />
      </>
    ),
  };
}

type Columns = { patches: readonly PatchDetails[]; facts: Facts; root: string };

function Head({ patches, facts, root }: Columns) {
  return (
    <thead>
      <tr>
        <td />
        {facts.seasons.map((season) => {
          const own = patches.filter(({ date }) => isInSeason(date, season));
          return own.length === 0 ? null : (
            <th
              key={season.patch}
              scope="colgroup"
              colSpan={own.length}
              class="season"
              title={season.name}
            >
              {shortSeason(season)}
            </th>
          );
        })}
        <td />
      </tr>
      <tr>
        <td />
        {patches.map((patch) => (
          <th key={patch.id} scope="col" class={classOf(patch, facts)}>
            <a href={`${root}patches/${patch.id}`} title={patch.name}>
              {shortDate(patch.date)}
            </a>
          </th>
        ))}
        <th scope="col">
          All
          <br />
          {(["buff", "nerf"] as const).map((sort) => (
            <a
              key={sort}
              href={`?sort=${sort}`}
              title={`Most ${sort}s first`}
              data-filter="sort"
              data-value={sort}
            >
              <Mark effect={sort} />
            </a>
          ))}
        </th>
      </tr>
      <tr>
        <th scope="row" class="soft">
          Buffs, nerfs
        </th>
        {patches.map((patch) => (
          <td key={patch.id} class={classOf(patch, facts)}>
            <Total heroes={patch.heroes} />
          </td>
        ))}
        <td>
          <Total heroes={patches.flatMap(({ heroes }) => heroes)} />
        </td>
      </tr>
    </thead>
  );
}

/** The class of the first column of a season. */
function classOf({ date }: PatchDetails, { seasons }: Facts): string | undefined {
  return seasons.some(({ from }) => from === date) ? "opens" : undefined;
}

function Row({ hero, patches, facts, root }: Columns & { hero: HeroDetails }) {
  return (
    <tr data-item="" data-role={hero.role}>
      <th scope="row">
        <a class="with-emblem" href={`${root}heroes/${hero.id}`}>
          <Tile hero={hero} size={20} /> <span>{hero.name}</span>
        </a>
      </th>
      {patches.map((patch) => {
        const effect = patch.heroes.find(({ id }) => id === hero.id);
        const isBefore = patch.id < hero.onRecordSince;
        return (
          <td key={patch.id} class={classOf(patch, facts)}>
            {isBefore ? <i /> : null}
            {effect === undefined ? null : (
              <Cell
                href={`${root}patches/${patch.id}#heroes-${hero.id}`}
                effect={effect}
                isTrial={isBefore}
              />
            )}
          </td>
        );
      })}
      <td>
        <Total
          heroes={patches.flatMap(({ heroes }) => heroes.filter(({ id }) => id === hero.id))}
        />
      </td>
    </tr>
  );
}

/** The buffs and nerfs of a row or a column. The script adds up those in sight. */
function Total({ heroes }: { heroes: readonly HeroEffect[] }) {
  const { buff = 0, nerf = 0 } = sumOf(heroes).own;
  return (
    <>
      <b class="buff">{buff || ""}</b>
      <b class="nerf">{nerf || ""}</b>
    </>
  );
}

type CellProps = { href: string; effect: HeroEffect; isTrial: boolean };

/**
 * What a patch did to a hero, as a square of 20 px. Cells of other patches are empty, and the style
 * draws a dot; from before the hero, they have an element.
 */
function Cell({ href, effect, isTrial }: CellProps) {
  const { name, side, own, shared } = effect;
  const picture = `${strength(own.buff, shared.buff)}-${strength(own.nerf, shared.nerf)}`;
  const words = amountsOf(effect).map((part) => part.words);
  if (side === "new") words.unshift("arrives");
  const label = `${name}${isTrial ? ", in a trial" : ""}: ${words.join(", ")}`;
  return (
    <a href={href} aria-label={label} data-buff={own.buff} data-nerf={own.nerf}>
      <CellPicture id={isTrial ? "trial" : side === "new" ? "arrival" : picture} />
    </a>
  );
}

const KEY = [
  { ids: ["weak-no", "strong-no", "full-no"], label: "1, 2 to 3, 4 or more buffs" },
  { ids: ["no-weak", "no-strong", "no-full"], label: "1, 2 to 3, 4 or more nerfs" },
  { ids: ["strong-strong"], label: "buffs and nerfs" },
  { ids: ["shared-no", "no-shared", "weak-shared"], label: "hollow: shared with many heroes" },
  { ids: ["no-no"], label: "neither better nor worse" },
  { ids: ["trial"], label: "a trial before the release" },
  { ids: ["arrival"], label: "arrives" },
];

/** The key of the cells. */
function MatrixKey() {
  return (
    <p class="key-line">
      {KEY.map(({ ids, label }) => (
        <span key={label} class="with-emblem">
          {ids.map((id) => (
            <CellPicture key={id} id={id} />
          ))}{" "}
          {label}
        </span>
      ))}
      <span>dot: no change</span>
      <span>blank: not in the game yet</span>
      <span class="needs-scripts">Point at a cell, or tap it, to read what changed.</span>
    </p>
  );
}

/** One of the pictures that `CellPictures` draws once for the page. */
function CellPicture({ id }: { id: string }) {
  return (
    <svg width="20" height="20" aria-hidden="true">
      <use href={`#cell-${id}`} />
    </svg>
  );
}

/** Every picture that a cell may have. The cells refer to them. */
function CellPictures() {
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      <defs>
        <g id="cell-arrival" class="cell">
          <path class="arrival" d="M1 1H19V19H1ZM10 6V14M6 10H14" />
        </g>
        <g id="cell-trial" class="cell">
          <path class="arrival" stroke-dasharray="3 3" d="M1 1H19V19H1Z" />
        </g>
        {STRENGTHS.flatMap((buff) =>
          STRENGTHS.map((nerf) => (
            <g key={buff + nerf} id={`cell-${buff}-${nerf}`} class="cell">
              <Drawing buff={buff} nerf={nerf} />
            </g>
          )),
        )}
      </defs>
    </svg>
  );
}

function Drawing({ buff, nerf }: { buff: Strength; nerf: Strength }) {
  if (buff === "no" && nerf === "no")
    return (
      <>
        <rect class="other" width="20" height="20" rx="4" />
        <circle class="sign" cx="10" cy="10" r="2.5" />
      </>
    );
  if (buff !== "no" && nerf !== "no")
    return (
      <>
        <path class={`buff ${buff}`} d="M4 0H16A4 4 0 0 1 20 4V9.5H0V4A4 4 0 0 1 4 0Z" />
        <path class={`nerf ${nerf}`} d="M0 10.5H20V16A4 4 0 0 1 16 20H4A4 4 0 0 1 0 16Z" />
        <path class={`sign buff ${buff}`} d="M10 1.5L14.5 8H5.5Z" />
        <path class={`sign nerf ${nerf}`} d="M10 18.5L5.5 12H14.5Z" />
      </>
    );
  const side = buff === "no" ? `nerf ${nerf}` : `buff ${buff}`;
  return (
    <>
      <rect class={side} width="20" height="20" rx="4" />
      <path class={`sign ${side}`} d={buff === "no" ? "M10 15L5 6H15Z" : "M10 5L15 14H5Z"} />
    </>
  );
}

const STRENGTHS = ["no", "shared", "weak", "strong", "full"] as const;

type Strength = (typeof STRENGTHS)[number];

function strength(own = 0, shared = 0): Strength {
  if (own === 0) return shared === 0 ? "no" : "shared";
  if (own >= 4) return "full";
  return own >= 2 ? "strong" : "weak";
}
