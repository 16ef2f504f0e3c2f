import type { Hero } from "../../../core/schema/hero.ts";
import { heroSpellings } from "../../../core/spelling/spellings.ts";
import { heroDetails } from "../../data/details.ts";
import type { Gap } from "../../data/gap-paths.ts";
import { samplesOfCall } from "../docs/samples.ts";
import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { shortDate } from "./format.ts";
import { CodeTabs } from "./parts/code.tsx";
import { Emblem } from "./parts/emblem.tsx";
import { GapMark } from "./parts/gap-mark.tsx";
import { describeKinds, HealthBar, HealthPatterns, SCALES } from "./parts/health-bar.tsx";
import { HeroSummary } from "./parts/hero-summary.tsx";
import { History } from "./parts/history.tsx";
import { Kit } from "./parts/kit.tsx";
import { Perks } from "./parts/perks.tsx";
import { describeRank } from "./parts/rank.tsx";
import { Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { Spellings } from "./parts/spellings.tsx";
import { Day } from "./parts/time.tsx";
import { isInSeason } from "./seasons.ts";

const ROOT = "../";

/** The sections of the page, for the menu in it. */
const SECTIONS = [
  ["kit", "Kit"],
  ["perks", "Perks"],
  ["history", "History"],
  ["names", "Names"],
  ["code", "In code"],
] as const;

/** A hero's page: role, health, kit, perks, values over time, history, names and code. */
export function heroPage(hero: Hero, facts: Facts, site: { baseUrl: string }): Page {
  const { id, name, health } = hero;
  const thing = `heroes/${id}`;
  const { roleName, sub } = wordsOf(hero, facts);
  const api = `/v1/${facts.game.id}/${thing}`;
  const details = heroDetails(facts, id);
  const sections = SECTIONS.filter(([anchor]) => anchor !== "perks" || details.perks.length > 0);
  return {
    path: `/${thing}`,
    title: name,
    description:
      `${name} in ${facts.game.name}: ${roleName}, ${sub === undefined ? "" : `${sub.name}, `}` +
      `${health.total} health, the kit with its cooldowns, and what every patch changed.`,
    alternates: alternatesOf(hero, api),
    children: (
      <>
        <HealthPatterns />
        <Head hero={hero} facts={facts} />
        <HeroSummary hero={hero} facts={facts} />
        <nav class="in-page over-kit" aria-label="On this page">
          {sections.map(([anchor, label]) => (
            <a key={anchor} href={`#${anchor}`}>
              {label}
            </a>
          ))}
        </nav>
        <Section id="kit" title="Kit" aside={<KitTime hero={hero} facts={facts} />}>
          <GapMark gaps={gapsOfKit(thing, facts)} />
          <Kit hero={hero} details={details} facts={facts} />
        </Section>
        {details.perks.length === 0 ? null : (
          <Section id="perks" title="Perks">
            <Perks details={details} facts={facts} />
          </Section>
        )}
        <Past hero={hero} facts={facts} />
        <Section id="names" title="Names" aside="Accepted spellings, in any letter case">
          <Spellings spellings={heroSpellings(hero)} names={hero.names} />
          <GapMark gaps={facts.evidence.gapsOf(`${thing}/aliases`)} />
          <details id="all-names" class="needs-scripts" data-hero={id}>
            <summary>Names of abilities and perks in all languages</summary>
          </details>
        </Section>
        <Section id="code" title="In code" aside={<a href={`${ROOT}docs`}>API reference</a>}>
          <CodeTabs name="language" samples={samplesOfCall("getHero", site.baseUrl + api, hero)} />
          <p class="small soft">
            <a href={ROOT + api.slice(1)} type="application/json">
              See the answer
            </a>
          </p>
        </Section>
        <Sources thing={thing} facts={facts} root={ROOT} />
      </>
    ),
  };
}

/** The day of the kit. With scripts, a list of earlier ones, which `browser/hero.ts` shows. */
function KitTime({ hero: { id }, facts }: { hero: Hero; facts: Facts }) {
  const [newest, ...earlier] = facts.historyOf(`heroes/${id}`).map(({ patch }) => patch);
  const seasons = facts.seasons.toReversed().flatMap((season) => {
    const own = earlier.filter(({ date }) => isInSeason(date, season));
    return own.length === 0 ? [] : [{ name: season.name, from: season.from, own }];
  });
  return (
    <>
      <span class="of-today">
        {newest === undefined ? "unchanged since " : "last changed on "}
        <Day date={newest?.date ?? facts.axis.from} />
      </span>{" "}
      {earlier.length === 0 ? null : (
        <select id="as-of" class="chip needs-scripts" data-hero={id} aria-label="After which patch">
          <option value="">The kit of today</option>
          {seasons.map(({ name, from, own }) => (
            <optgroup key={from} label={name}>
              {own.map((patch) => (
                <option key={patch.id} value={patch.id}>
                  {shortDate(patch.date)}: {patch.name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}{" "}
      <a id="compare-with" href={`${ROOT}compare/heroes?h=${id}`}>
        Compare with…
      </a>
    </>
  );
}

/** The gaps of this kit as a whole, such as its order. */
function gapsOfKit(thing: string, { evidence }: Facts): Gap[] {
  return evidence.gapsOf(`${thing}/abilities`).filter(({ path }) => path === `${thing}/abilities`);
}

function wordsOf({ role, subrole }: Hero, { roles }: Facts) {
  return {
    roleName: roles.find(({ id }) => id === role)?.name ?? role,
    sub: roles.flatMap(({ subroles }) => subroles).find(({ id }) => id === subrole),
  };
}

function alternatesOf({ id, name }: Hero, api: string) {
  const json = { href: api.slice(1), type: "application/json", title: `${name} as JSON` };
  const text = { href: `heroes/${id}.md`, type: "text/markdown", title: `${name} as Markdown` };
  const feed = { href: `feeds/heroes/${id}.atom`, type: "application/atom+xml" };
  return [json, text, { ...feed, title: `${name} in patches` }];
}

/** Picture, name, role and passive at the left. Health and its rank at the right. */
function Head({ hero, facts }: { hero: Hero; facts: Facts }) {
  const { name, names, role, subrole, health, portrait } = hero;
  const { roleName, sub } = wordsOf(hero, facts);
  const peers = facts.heroes.filter((one) => one.role === role);
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={`${ROOT}heroes`}>Heroes</a> <span aria-hidden="true">/</span>
        <a href={`${ROOT}heroes?role=${role}`}>{roleName}</a>
      </nav>
      <header class="hero-head">
        <img
          class="tile-picture"
          src={facts.pictureOf(portrait, ROOT)}
          alt=""
          width="112"
          height="112"
        />
        <div>
          <h1>{name}</h1>
          <p class="kinds">
            <a class={`with-emblem role-word ${role}`} href={`${ROOT}roles#${role}`}>
              <Emblem id={role} /> <b>{roleName}</b>
            </a>
            {subrole === null ? null : (
              <a class="with-emblem" href={`${ROOT}roles#${subrole}`}>
                <Emblem id={subrole} /> <b>{sub?.name}</b>
              </a>
            )}
            <span class="soft">
              <b lang="ko">{names.ko}</b> <b lang="zh">{names.zh}</b>
            </span>
          </p>
          <p class="small soft passive">{sub?.passive}</p>
          <GapMark gaps={facts.evidence.gapsOf(`roles/${role}/subroles/${subrole}/passive`)} />
        </div>
        <section class="vitals" aria-label="Health">
          <p class="total">
            <span>
              <b>{health.total}</b> health
            </span>
            <span class="small soft">{describeKinds(health)}</span>
          </p>
          <HealthBar
            health={health}
            scale={role === "tank" ? SCALES.tank : SCALES.damage}
            height={16}
            hasTicks
          />
          <GapMark gaps={facts.evidence.gapsOf(`heroes/${hero.id}/health`)} />
          <p class="small soft">{describeRank(hero, peers, roleName)}</p>
        </section>
      </header>
    </>
  );
}

/** Every change by patch. */
function Past({ hero, facts }: { hero: Hero; facts: Facts }) {
  const history = facts.historyOf(`heroes/${hero.id}`);
  return (
    <Section
      id="history"
      title="History"
      aside={
        history.length === 0 ? undefined : (
          <a href={`${ROOT}feeds/heroes/${hero.id}.atom`}>Follow {hero.name} in a feed reader</a>
        )
      }
    >
      <History
        history={history}
        names={facts.names}
        root={ROOT}
        since={facts.axis.from}
        hasAnchors
      />
    </Section>
  );
}
