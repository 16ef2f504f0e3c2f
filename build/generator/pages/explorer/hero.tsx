import { healthOf } from "../../../core/game/state-as-of.ts";
import { lastOf } from "../../../core/game/targets.ts";
import { describeSure, isSure } from "../../../core/game/words.ts";
import type { HeroDetails } from "../../../core/schema/details.ts";
import { heroSpellings } from "../../../core/spelling/spellings.ts";
import { type Facts, subroleOf } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { Crumbs } from "../side-nav.tsx";
import { HeroOptions } from "./compare.tsx";
import { shortDate } from "./format.ts";
import { JsonLines } from "./parts/code.tsx";
import { Emblem } from "./parts/emblem.tsx";
import { HealthPatterns, Vitals } from "./parts/health-bar.tsx";
import { History, Patches } from "./parts/history.tsx";
import { inKitOrder, Kit } from "./parts/kit.tsx";
import { Mark } from "./parts/mark.tsx";
import { LessSureSwitch, Proof, ProofSwitch } from "./parts/proof.tsx";
import { Day, Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { Spellings } from "./parts/spellings.tsx";

const ROOT = "../";

/** A hero's page: role, health, what changed this season, the kit, earlier changes, and names. */
export function heroPage(hero: HeroDetails, facts: Facts): Page {
  const { id, name } = hero;
  const thing = `heroes/${id}`;
  const roleName = facts.nameOf(`roles/${hero.role}`);
  const sub = subroleOf(hero, facts);
  const api = `/v1/${facts.game.id}/${thing}`;
  const history = facts.historyOf(thing);
  const season = facts.seasons.at(-1)?.from ?? "";
  const ofSeason = history.filter(({ date }) => date >= season);
  const recent = ofSeason.length > 0 ? ofSeason : history.slice(0, 1);
  const earlier = history.slice(recent.length);
  const marked = ofSeason.flatMap(({ heroes, changes }) =>
    heroes[0]?.side === "new" ? [] : changes,
  );
  const parts = [...inKitOrder(hero.abilities), ...hero.perks];
  const shown = { parts, root: ROOT, hasAnchors: true };
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
        <Section
          id="history"
          title={ofSeason.length > 0 ? "What changed this season" : "Last change"}
          aside={
            <span class="row">
              {(["buff", "nerf", "neutral", "new", "gone"] as const).map((effect) => (
                <span key={effect} class={effect}>
                  <Mark effect={effect} /> {effect === "neutral" ? "changed" : effect}
                </span>
              ))}
              <a href={`${ROOT}feeds/${thing}.atom`}>Follow {name} in a feed reader</a>
            </span>
          }
        >
          <Patches history={recent} hasSummary {...shown} />
        </Section>
        <Section id="kit" title="Kit" aside={<KitTools hero={hero} facts={facts} />}>
          <Proof gaps={hero.gaps.filter(({ path }) => path === `${thing}/abilities`)} />
          <Kit hero={{ ...hero, history, ofSeason: marked, readAt: facts.readAt }} />
        </Section>
        {earlier.length === 0 ? null : (
          <Section id="earlier" title="Earlier changes">
            <History history={earlier} since={facts.axis.from} {...shown} />
          </Section>
        )}
        <Section id="names" title="Names">
          <Spellings spellings={heroSpellings(hero)} names={hero.names} />
          <Proof gaps={facts.gapsOf(`${thing}/aliases`)} />
        </Section>
        <JsonLines thing={thing} facts={facts} />
        <Sources thing={thing} sources={hero.sources} facts={facts} />
      </>
    ),
  };
}

/** The switches of evidence and dates, a list of heroes to compare with, and one of earlier kits. */
function KitTools({ hero: { id }, facts }: HeroProps) {
  const earlier = facts.historyOf(`heroes/${id}`).slice(1);
  return (
    <span class="row tools">
      <ProofSwitch />
      <label class="chip">
        <input type="checkbox" id="dates" /> When did it change?
      </label>
      <select
        class="chip needs-scripts"
        data-goes-to={`${ROOT}compare/heroes?h=${id},`}
        aria-label="Compare with another hero"
      >
        <option value="">Compare with…</option>
        <HeroOptions roles={facts.roles} heroes={facts.heroes.filter((other) => other.id !== id)} />
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
  const { name, role, subrole, portrait, release } = hero;
  const thing = `heroes/${hero.id}`;
  const history = facts.historyOf(thing);
  const ofHealth = history.find(({ changes }) =>
    changes.some(({ target }) => target.startsWith(`${thing}/health/`)),
  );
  const since = hero.onRecordSince.slice(0, "2026-10-06".length);
  const health = healthOf(hero.health);
  const [in6v6 = "not known"] = history.flatMap(({ date, changes }) =>
    changes
      .filter(({ target }) => target.startsWith(`${thing}/6v6/health/`))
      .map(({ target, to }) => `${to} ${lastOf(target)} since ${shortDate(date)}`),
  );
  const roleName = facts.nameOf(`roles/${hero.role}`);
  const sub = subroleOf(hero, facts);
  const gaps = facts.gapsOf(`${thing}/health`);
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
              released <Day date={release.date} />
            </span>
          </p>
        </div>
        <div class="passive small">
          {sub === undefined ? null : (
            <p>
              <b>{sub.name} passive:</b> {sub.passive}
            </p>
          )}
          <Proof gaps={facts.gapsOf(`roles/${role}/subroles/${subrole}/passive`)} />
        </div>
        <section class="vitals" aria-label="Health">
          <Vitals health={health} role={role}>
            {gaps.length === 0 && isHealthSure ? null : <LessSureSwitch />}
          </Vitals>
          <p class="small soft">
            {ofHealth === undefined ? (
              <>
                Not changed since <Day date={since} />
              </>
            ) : (
              <>
                Last changed{" "}
                <a href={`#patch-${ofHealth.id}`}>
                  <Day date={ofHealth.date} />
                </a>
              </>
            )}
            {role === "tank" ? ` in 5v5. In 6v6: ${in6v6}.` : null}
          </p>
          <Proof gaps={gaps} />
          {hero.health.map(({ field, label, sure }) => (
            <p key={field} class="proof">
              {label}: {describeSure(sure)}
            </p>
          ))}
        </section>
      </header>
    </>
  );
}
