import { healthOf } from "../../../core/game/state-as-of.ts";
import { describeSure, isSure } from "../../../core/game/words.ts";
import type { HeroDetails, PatchDetails } from "../../../core/schema/details.ts";
import { heroSpellings } from "../../../core/spelling/spellings.ts";
import { type Facts, subroleOf } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { Crumbs } from "../side-nav.tsx";
import { HeroOptions } from "./compare.tsx";
import { shortDate } from "./format.ts";
import { History } from "./parts/changes.tsx";
import { JsonLine } from "./parts/code.tsx";
import { Emblem } from "./parts/emblem.tsx";
import { HealthPatterns, Vitals } from "./parts/health-bar.tsx";
import { Kit, Perks } from "./parts/kit.tsx";
import { Tags } from "./parts/mark.tsx";
import { LessSureKey, LessSureSwitch, Proof, ProofSwitch } from "./parts/proof.tsx";
import { Day, Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { Spellings } from "./parts/spellings.tsx";
import { arrivalOf } from "./tally.ts";

const ROOT = "../";

/** A hero's page: role, health, four answers, kit, perks, what changed, and names. */
export function heroPage(hero: HeroDetails, facts: Facts, { baseUrl }: { baseUrl: string }): Page {
  const { id, name } = hero;
  const thing = `heroes/${id}`;
  const roleName = facts.nameOf(`roles/${hero.role}`);
  const sub = subroleOf(hero, facts);
  const api = `/v1/${facts.game.id}/${thing}`;
  const history = facts.historyOf(thing);
  return {
    title: name,
    description:
      `${name} in ${facts.game.name}: ${roleName}, ${sub === undefined ? "" : `${sub.name}, `}` +
      `${healthOf(hero.health).total} health, the kit with its cooldowns, and what every patch ` +
      "changed.",
    alternates: [
      { href: api.slice(1), type: "application/json", title: `${name} as JSON` },
      { href: `${thing}.md`, type: "text/markdown", title: `${name} as Markdown` },
      { href: `feeds/${thing}.atom`, type: "application/atom+xml", title: `${name} in patches` },
    ],
    children: (
      <>
        <HealthPatterns />
        <Head hero={hero} facts={facts} />
        <Summary hero={hero} facts={facts} />
        <Section id="kit" title="Kit" aside={<KitTools hero={hero} facts={facts} />}>
          <Proof gaps={hero.gaps.filter(({ path }) => path === `${thing}/abilities`)} />
          <LessSureKey />
          <Kit hero={{ ...hero, history, readAt: facts.readAt }} />
        </Section>
        {hero.perks.length === 0 ? null : (
          <Section id="perks" title="Perks">
            <Perks hero={{ ...hero, history, readAt: facts.readAt }} />
          </Section>
        )}
        <Section
          id="history"
          title="What changed"
          aside={<a href={`${ROOT}feeds/${thing}.atom`}>Follow {name} in a feed reader</a>}
        >
          <History history={history} root={ROOT} since={facts.axis.from} hasAnchors />
        </Section>
        <Section id="names" title="Names">
          <Spellings spellings={heroSpellings(hero)} names={hero.names} />
          <Proof gaps={facts.gapsOf(`${thing}/aliases`)} />
        </Section>
        <JsonLine url={baseUrl + api} path={ROOT + api.slice(1)} />
        <Sources thing={thing} facts={facts} />
      </>
    ),
  };
}

/** The switch of the evidence, a list of heroes to compare with, and one of earlier kits. */
function KitTools({ hero: { id, role }, facts }: HeroProps) {
  const earlier = facts.historyOf(`heroes/${id}`).slice(1);
  const others = (isPeer: boolean) =>
    facts.heroes.filter((other) => other.id !== id && (other.role === role) === isPeer);
  return (
    <span class="row">
      <ProofSwitch />
      <select
        class="chip needs-scripts"
        data-goes-to={`${ROOT}compare/heroes?h=${id},`}
        aria-label="Compare with another hero"
      >
        <option value="">Compare with…</option>
        <HeroOptions label="Same role" heroes={others(true)} />
        <HeroOptions label="Other roles" heroes={others(false)} />
      </select>
      {earlier.length === 0 ? null : (
        <select id="as-of" class="chip needs-scripts" data-hero={id} aria-label="After which patch">
          <option value="">The kit of today</option>
          {earlier.map((patch) => (
            <option key={patch.id} value={patch.id}>
              {shortDate(patch.date)}: {patch.name}
            </option>
          ))}
        </select>
      )}
    </span>
  );
}

type HeroProps = { hero: HeroDetails; facts: Facts };

/** Picture, name, role and passive at the left. Health and its rank at the right. */
function Head({ hero, facts }: HeroProps) {
  const { name, names, role, subrole, portrait, release } = hero;
  const health = healthOf(hero.health);
  const roleName = facts.nameOf(`roles/${hero.role}`);
  const sub = subroleOf(hero, facts);
  const ofHealth = facts.gapsOf(`heroes/${hero.id}/health`);
  const isHealthSure = hero.health.every(({ sure }) => isSure(sure));
  return (
    <>
      <Crumbs href={`${ROOT}heroes`} title="Heroes">
        <a href={`${ROOT}heroes?role=${role}`}>{roleName}</a>
      </Crumbs>
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
              {names.ko !== name && <b lang="ko">{names.ko}</b>}{" "}
              {names.zh !== name && <b lang="zh">{names.zh}</b>}
            </span>
            {release === null ? null : (
              <span class="soft">
                since <Day date={release.date} />
              </span>
            )}
          </p>
          <p class="small soft passive">{sub?.passive}</p>
          <Proof gaps={facts.gapsOf(`roles/${role}/subroles/${subrole}/passive`)} />
        </div>
        <section class="vitals" aria-label="Health">
          <Vitals health={health} role={role}>
            {ofHealth.length === 0 && isHealthSure ? null : <LessSureSwitch />}
          </Vitals>
          <Proof gaps={ofHealth} />
          {hero.health.map(({ field, label, sure }) => (
            <p key={field} class="proof">
              {label}: {describeSure(sure)}
            </p>
          ))}
          {role !== "tank" ? null : (
            <p class="small soft">In 5v5 Role Queue. Most tanks have less in 6v6.</p>
          )}
        </section>
      </header>
    </>
  );
}

/** Short answers to the first questions about a hero. */
function Summary({ hero, facts }: HeroProps) {
  const thing = `heroes/${hero.id}`;
  const history = facts.historyOf(thing);
  const season = facts.seasons.at(-1);
  const changed = season?.heroes.find(({ id }) => id === hero.id);
  const ofHealth = history.find((patch) =>
    patch.changes.some(({ target }) => target.startsWith(`${thing}/health/`)),
  );
  const figures = [...hero.abilities, ...hero.perks].flatMap((one) => one.figures);
  const sure = figures.filter((figure) => isSure(figure.sure)).length;
  const since = arrivalOf(thing, facts)?.date ?? facts.axis.from;
  return (
    <dl class="summary">
      <LastChange
        label="Last changed"
        patch={history[0]}
        href={`${ROOT}patches/${history[0]?.id}#heroes-${hero.id}`}
        since={since}
      />
      <div>
        <dt>This season</dt>
        <dd>
          {changed === undefined ? (
            <b>Unchanged</b>
          ) : changed.side === "new" ? (
            <span class="tag plain">new hero</span>
          ) : (
            <Tags counts={changed} />
          )}
          {season === undefined ? null : (
            <a href={`${ROOT}${season.path}?hero=${hero.id}`}>
              {season.name}: {season.title}
            </a>
          )}
        </dd>
      </div>
      <LastChange
        label="Health changed"
        patch={ofHealth}
        href={`#patch-${ofHealth?.id}`}
        since={since}
      />
      <div>
        <dt>How sure</dt>
        <dd>
          <b>
            {sure} of {figures.length} values
          </b>
          <a href="#kit">are printed by the publisher or have two independent sources</a>
        </dd>
      </div>
    </dl>
  );
}

type LastChangeProps = {
  label: string;
  patch: PatchDetails | undefined;
  href: string;
  since: string;
};

/** The last patch that changed something. If none did, the day from which that is known. */
function LastChange({ label, patch, href, since }: LastChangeProps) {
  return (
    <div>
      <dt>{label}</dt>
      {patch === undefined ? (
        <dd>
          <b>Never</b> <span>since {shortDate(since)}</span>
        </dd>
      ) : (
        <dd>
          <b>
            <Day date={patch.date} />
          </b>
          <a href={href}>{patch.name}</a>
        </dd>
      )}
    </div>
  );
}
