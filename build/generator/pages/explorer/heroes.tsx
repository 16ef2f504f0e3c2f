import { healthOf } from "../../../core/game/state-as-of.ts";
import type { HeroDetails } from "../../../core/schema/details.ts";
import { type Facts, subroleOf } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { count, shortDate } from "./format.ts";
import { HeroChips } from "./parts/chips.tsx";
import { Emblem, Tile } from "./parts/emblem.tsx";
import { HealthBar, HealthKey, HealthPatterns, SCALES } from "./parts/health-bar.tsx";
import { Day } from "./parts/section.tsx";

/** All heroes as cards by role. `browser/filter.ts` filters and sorts them by the address. */
export function heroesPage(facts: Facts): Page {
  const { game, heroes, roles } = facts;
  return {
    title: "Heroes",
    description:
      `All ${heroes.length} heroes of ${game.name} with role, health, and the day on which each ` +
      "last changed.",
    scripts: ["filter"],
    alternates: [
      { href: `v1/${game.id}/heroes`, type: "application/json", title: "Heroes as JSON" },
    ],
    children: (
      <>
        <HealthPatterns />
        <h1>Heroes</h1>
        <p class="lead">
          {count(heroes.length, "hero", "heroes")} after the patch of{" "}
          <a href={`patches/${facts.patch}`}>{shortDate(facts.axis.to)}</a>, each with its health
          and the day of its last change. To sort them by any value, see <a href="values">Values</a>
          .
        </p>
        <HeroChips roles={roles} heroes={heroes} />
        <HealthKey />
        {roles.map((role) => {
          const own = heroes.filter((hero) => hero.role === role.id);
          return (
            <section key={role.id} class="part" data-group={role.id} aria-labelledby={role.id}>
              <div class="title">
                <h2 id={role.id} class="with-emblem">
                  <Emblem id={role.id} size={22} /> {role.name}
                  <span class="soft">{own.length}</span>
                </h2>
                <p class="key-line">
                  {role.subroles.map(({ id, name }) => (
                    <a key={id} class="with-emblem" href={`roles#${id}`}>
                      <Emblem id={id} size={15} /> {name}
                    </a>
                  ))}
                </p>
              </div>
              <div class="cards">
                {own.map((hero) => (
                  <HeroCard key={hero.id} hero={hero} facts={facts} />
                ))}
              </div>
            </section>
          );
        })}
      </>
    ),
  };
}

function HeroCard({ hero, facts }: { hero: HeroDetails; facts: Facts }) {
  const sub = subroleOf(hero, facts);
  const health = healthOf(hero.health);
  const [newest] = facts.historyOf(`heroes/${hero.id}`);
  return (
    <a class="hero-card" href={`heroes/${hero.id}`} data-item="" data-role={hero.role}>
      <Tile hero={hero} size={44} />
      <span class="name">
        <b>{hero.name}</b>
        <span class="small soft">
          {sub === undefined ? "" : `${sub.name}, `}
          {health.total} health
        </span>
      </span>
      <span class="small soft">
        {newest === undefined ? "unchanged" : <Day date={newest.date} />}
      </span>
      <span class="bar">
        <HealthBar health={health} scale={SCALES.all} height={7} />
      </span>
    </a>
  );
}
