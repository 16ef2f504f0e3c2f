import type { Hero } from "../../schema/hero.ts";
import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { mostHealth } from "./hero.tsx";
import { HealthBar, HealthPatterns } from "./parts/health-bar.tsx";
import { count, showNumber } from "./words.ts";

/** The table of all heroes, by name; the browser sorts it by any column. */
export function heroesPage(facts: Facts): Page {
  const { game, heroes, roles } = facts;
  const scale = mostHealth(heroes);
  const byName = heroes.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const subroleNames = new Map(
    roles.flatMap(({ subroles }) => subroles.map(({ id, name }) => [id, name])),
  );
  return {
    path: "/heroes",
    title: "Heroes",
    description: `All ${heroes.length} heroes of ${game.name} with role, health, cooldowns and number of recorded changes.`,
    scripts: ["sort"],
    alternates: [
      { href: `v1/${game.id}/heroes`, type: "application/json", title: "Heroes as JSON" },
    ],
    children: (
      <>
        <HealthPatterns />
        <h1>Heroes</h1>
        <p class="sub">
          {count(heroes.length, "hero", "heroes")} as of patch{" "}
          <a href={`patches/${facts.patch}`}>{facts.patch}</a>. Cooldowns in seconds; changes are
          those on record since {facts.entries.at(-1)?.patch.date}.
        </p>
        <noscript>
          <p class="quiet">Sorting by another column needs JavaScript.</p>
        </noscript>
        <table class="heroes sortable">
          <thead>
            <tr>
              <th scope="col" aria-sort="ascending">
                Hero
              </th>
              <th scope="col">Role</th>
              <th scope="col" class="number">
                Health
              </th>
              <th scope="col" class="bar" data-fixed>
                <span class="vh">Health as a bar</span>
              </th>
              <th scope="col" class="number">
                <abbr title="Ability 1">A1</abbr>
              </th>
              <th scope="col" class="number">
                <abbr title="Ability 2">A2</abbr>
              </th>
              <th scope="col" class="number">
                Changes
              </th>
            </tr>
          </thead>
          <tbody>
            {byName.map((hero) => (
              <tr key={hero.id}>
                <th scope="row">
                  <a href={`heroes/${hero.id}`}>{hero.name}</a>
                </th>
                <td class="role">
                  <span class="word">{roles.find(({ id }) => id === hero.role)?.name}</span>{" "}
                  <span class="field">{subroleNames.get(hero.subrole)}</span>
                </td>
                <td class="number">{hero.health.total}</td>
                <td class="bar">
                  <HealthBar health={hero.health} scale={scale} height={10} />
                </td>
                <Cooldown hero={hero} slot={0} />
                <Cooldown hero={hero} slot={1} />
                <td class="number">
                  {facts
                    .historyOf(`heroes/${hero.id}`)
                    .reduce((sum, { changes }) => sum + changes.length, 0)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    ),
  };
}

function Cooldown({ hero, slot }: { hero: Hero; slot: number }) {
  const ability = hero.abilities[slot];
  const cooldown = ability?.cooldown ?? null;
  return (
    <td class="number" title={ability?.name}>
      {cooldown === null ? <span class="none">–</span> : showNumber(cooldown)}
    </td>
  );
}
