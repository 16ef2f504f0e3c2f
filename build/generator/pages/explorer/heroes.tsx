import type { Hero } from "../../../core/schema/hero.ts";
import { CHARTED_SEASONS } from "../../full/seasons.ts";
import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { count, shortDate } from "./format.ts";
import { SeasonStrip } from "./parts/balance-chart.tsx";
import { Chip, Chips, ChoiceChip } from "./parts/chips.tsx";
import { Emblem, Tile } from "./parts/emblem.tsx";
import { HealthBar, HealthKey, HealthPatterns, SCALES } from "./parts/health-bar.tsx";

/** All heroes as cards by role. `browser/filter.ts` filters and sorts them by the address. */
export function heroesPage(facts: Facts): Page {
  const { game, heroes, roles } = facts;
  const seasons = facts.seasons.slice(-CHARTED_SEASONS);
  return {
    path: "/heroes",
    title: "Heroes",
    description:
      `All ${heroes.length} heroes of ${game.name} with role, health, and the seasons in ` +
      "which each was buffed or nerfed.",
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
          <a href={`patches/${facts.patch}`}>{shortDate(facts.axis.to)}</a>. The strip shows the
          last {count(seasons.length, "season")}, {seasons[0]?.name} to {seasons.at(-1)?.name}:
          buffs above the line, nerfs below.
        </p>
        <HeroChips facts={facts} />
        <HealthKey />
        <div class="sorted cards" hidden aria-live="polite" />
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

function HeroChips({ facts: { heroes, roles } }: { facts: Facts }) {
  return (
    <Chips label="Filter heroes">
      <Chip name="role" value="" count={heroes.length}>
        All
      </Chip>
      {roles.map(({ id, name }) => (
        <Chip key={id} name="role" value={id} count={heroes.filter((h) => h.role === id).length}>
          <Emblem id={id} size={15} /> {name}
        </Chip>
      ))}
      <span class="divider" />
      {roles.every(({ subroles }) => subroles.length === 0) ? null : (
        <ChoiceChip
          name="subrole"
          label="Sub-role"
          choices={roles.flatMap(({ subroles }) => subroles.map(({ id, name }) => [id, name]))}
        />
      )}
      <ChoiceChip
        name="sort"
        label="Sort: name"
        choices={[
          ["health", "Sort: health"],
          ["changed", "Sort: last changed"],
        ]}
      />
    </Chips>
  );
}

function HeroCard({ hero, facts }: { hero: Hero; facts: Facts }) {
  const sub = facts.roles.flatMap(({ subroles }) => subroles).find(({ id }) => id === hero.subrole);
  const [newest] = facts.historyOf(`heroes/${hero.id}`);
  return (
    <a
      class="card hero-card"
      href={`heroes/${hero.id}`}
      data-item=""
      data-role={hero.role}
      data-subrole={hero.subrole}
      data-health={hero.health.total}
      data-changed={newest?.patch.date ?? ""}
    >
      <Tile hero={hero} facts={facts} size={44} />
      <span class="name">
        <b>{hero.name}</b>
        <span class="small soft">
          {sub === undefined ? "" : `${sub.name}, `}
          {hero.health.total} health
        </span>
      </span>
      <span class="bar">
        <HealthBar health={hero.health} scale={SCALES.all} height={7} />
      </span>
      <SeasonStrip thing={`heroes/${hero.id}`} facts={facts} />
    </a>
  );
}
