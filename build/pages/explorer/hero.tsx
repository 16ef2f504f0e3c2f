import type { Gap } from "../../data/evidence.ts";
import type { Ability, Hero } from "../../schema/hero.ts";
import { heroSpellings } from "../../spelling/spellings.ts";
import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { ApiCall } from "./parts/api-call.tsx";
import { GapMark } from "./parts/gap-mark.tsx";
import { HealthBar, HealthLegend, HealthPatterns } from "./parts/health-bar.tsx";
import { History } from "./parts/history.tsx";
import { Picture } from "./parts/picture.tsx";
import { Sources } from "./parts/sources.tsx";
import { Spellings } from "./parts/spellings.tsx";
import { StepLines } from "./parts/step-lines.tsx";
import { inKitOrder, seriesOf } from "./series.ts";
import { capital, count, showNumber } from "./words.ts";

const ROOT = "../";

/** A hero's page: who it is, how much it endures, its kit, and what patches made of it. */
export function heroPage(
  hero: Hero,
  facts: Facts,
  site: { baseUrl: string; hasImages: boolean; repository?: string | undefined },
): Page {
  const { id, name, names, role, subrole, health } = hero;
  const thing = `heroes/${id}`;
  const roleName = facts.roles.find((one) => one.id === role)?.name ?? role;
  const sub = facts.roles.flatMap(({ subroles }) => subroles).find((one) => one.id === subrole);
  const history = facts.historyOf(thing);
  const series = inKitOrder(seriesOf(history, facts.names), hero);
  const api = `/v1/${facts.game.id}/${thing}`;
  const hasFeed = history.length > 0;
  return {
    path: `/${thing}`,
    title: name,
    description: `${name} in ${facts.game.name}: ${roleName}, ${sub?.name ?? subrole}, ${health.total} health, the kit with its cooldowns, and what every patch changed.`,
    alternates: [
      { href: api.slice(1), type: "application/json", title: `${name} as JSON` },
      ...(hasFeed
        ? [
            {
              href: `feeds/${thing}.atom`,
              type: "application/atom+xml",
              title: `${name} in patches`,
            },
          ]
        : []),
    ],
    children: (
      <>
        <HealthPatterns />
        <header class="lead">
          {site.hasImages ? <Picture src={hero.portrait} size="portrait" /> : null}
          <div>
            <p class="kicker">
              <a href={`${ROOT}roles#${role}`}>{roleName}</a> ·{" "}
              <a href={`${ROOT}roles#${subrole}`}>{sub?.name ?? subrole}</a>
            </p>
            <h1>{name}</h1>
            <p class="names">
              <span>
                Korean <b lang="ko">{names.ko}</b>
              </span>
              <span>
                Chinese <b lang="zh">{names.zh}</b>
              </span>
            </p>
          </div>
        </header>

        <div class="facts">
          <section class="vitals">
            <h2 id="health">
              <span class="big">{health.total}</span> health
            </h2>
            <HealthBar health={health} scale={mostHealth(facts.heroes)} height={18} />
            <HealthLegend health={health} />
            <GapMark gaps={facts.evidence.gapsOf(`${thing}/health`)} />
          </section>
          {sub === undefined ? null : (
            <section>
              <h2 id="sub-role">{sub.name} passive</h2>
              <p>{sub.passive}</p>
              <GapMark gaps={facts.evidence.gapsOf(`roles/${role}/subroles/${sub.id}/passive`)} />
            </section>
          )}
        </div>

        <section>
          <h2 id="kit">Kit</h2>
          <GapMark gaps={ofKit(facts, thing)} />
          <Kit
            abilities={hero.abilities}
            gapsOf={(ability) => facts.evidence.gapsOf(`${thing}/abilities/${ability}`)}
          />
        </section>

        <section>
          <h2 id="values">Values over time</h2>
          {series.length === 0 ? (
            <p class="quiet">No patch on record moved a number of {name}.</p>
          ) : (
            <StepLines series={series} axis={facts.axis} names={facts.names} />
          )}
        </section>

        <section>
          <h2 id="changes">Changes</h2>
          <History history={history} names={facts.names} root={ROOT} evidence={facts.evidence} />
          {hasFeed ? (
            <p class="quiet">
              Follow {name} by feed: <a href={`${ROOT}feeds/${thing}.atom`}>Atom</a>,{" "}
              <a href={`${ROOT}feeds/${thing}.json`}>JSON</a>
            </p>
          ) : null}
        </section>

        <section>
          <h2 id="spellings">Every spelling that resolves</h2>
          <GapMark gaps={facts.evidence.gapsOf(`${thing}/aliases`)} />
          <p class="quiet">{count(heroSpellings(hero).length, "spelling")}, in any letter case.</p>
          <Spellings spellings={heroSpellings(hero)} />
        </section>

        <Sources {...facts.evidence.sourcesOf(thing)} root={ROOT} repository={site.repository} />
        <ApiCall baseUrl={site.baseUrl} path={api} root={ROOT} />
      </>
    ),
  };
}

/** The scale of all bars. */
export function mostHealth(heroes: readonly Hero[]): number {
  return Math.max(...heroes.map(({ health }) => health.total));
}

/** The gaps of the kit as a whole, such as of its order, and those of all kits. */
function ofKit({ evidence }: Facts, thing: string): Gap[] {
  const own = evidence.gapsOf(`${thing}/abilities`);
  return [
    ...own.filter(({ path }) => path === `${thing}/abilities`),
    ...evidence.gapsOf(`${thing}/abilities/any/cooldown`, true),
  ];
}

function Kit({
  abilities,
  gapsOf,
}: {
  abilities: readonly Ability[];
  gapsOf: (ability: string) => readonly Gap[];
}) {
  return (
    <table class="kit">
      <thead>
        <tr>
          <th scope="col">Slot</th>
          <th scope="col">Ability</th>
          <th scope="col" class="number">
            Cooldown
          </th>
        </tr>
      </thead>
      <tbody>
        {abilities.map(({ id, name, kind, description, cooldown }, at) => (
          <tr key={id}>
            <td class="slot">{SLOTS[at] ?? capital(kind)}</td>
            <th scope="row">
              {name}
              {description === null ? null : <p>{description}</p>}
            </th>
            <td class="number">
              {cooldown === null ? (
                <span class="none">none</span>
              ) : (
                `${showNumber(cooldown)}\u202fs`
              )}
              <GapMark gaps={gapsOf(id)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first three of a kit, by which match logs count. */
const SLOTS = ["Ability 1", "Ability 2", "Ultimate"];
