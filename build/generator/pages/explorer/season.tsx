import { dayOf } from "../../../core/game/day.ts";
import { isOverwatch1 } from "../../../core/game/eras.ts";
import { isInSeason } from "../../../core/game/seasons.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { Crumbs } from "../side-nav.tsx";
import { count, shortDate } from "./format.ts";
import { PatchChips } from "./parts/chips.tsx";
import { Tags } from "./parts/mark.tsx";
import { PatchCards, splitPatches } from "./parts/patch-card.tsx";
import { Day } from "./parts/section.tsx";
import { sumOf } from "./tally.ts";

const ROOT = "../";

const DAY = 86_400_000;

/** A season: the buffs and nerfs of its patches by role and hero, each change with its day. */
export function seasonPage(season: Facts["seasons"][number], facts: Facts): Page {
  const { name, title, from, until, heroes } = season;
  const last = until && dayOf(new Date(Date.parse(until) - DAY));
  const days = last ? `${shortDate(from)} to ${shortDate(last)}` : `Since ${shortDate(from)}`;
  const patches = facts.patches.filter(({ date }) => isInSeason(date, season));
  const { shared, groups } = splitPatches(patches, facts.nameOf);
  return {
    title: name,
    description:
      `${name} of ${facts.game.name}${title === "" ? "" : `, ${title}`}: every buff and nerf of ` +
      "its patches by role and hero.",
    scripts: ["filter"],
    children: (
      <>
        <Crumbs href={`${ROOT}patches`} title="Patches">
          <span>Season</span>
        </Crumbs>
        <h1>{title === "" ? name : `${name}: ${title}`}</h1>
        <p class="lead">{isOverwatch1(from) ? "Heroes are listed by their role today." : days}</p>
        <details>
          <summary>{count(patches.length, "patch", "patches")}</summary>
          <ul>
            {patches.map((patch) => (
              <li key={patch.id}>
                <Day date={patch.date} /> <a href={`${ROOT}patches/${patch.id}`}>{patch.name}</a>
              </li>
            ))}
          </ul>
        </details>
        <p class="row">
          <Tags counts={sumOf(heroes)} />
        </p>
        <PatchChips heroes={heroes} facts={facts} />
        <PatchCards groups={groups} shared={shared} heroes={heroes} facts={facts} />
      </>
    ),
  };
}
