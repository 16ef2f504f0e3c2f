import type { ComponentChildren } from "preact";
import { KEY_LABELS } from "../../client/match-log/keys.ts";
import { isSure, showValue } from "../../core/game/words.ts";
import { grouped } from "../../core/grouped.ts";
import type { HeroDetails, ListedGap } from "../../core/schema/details.ts";
import { capital, count, shortDate } from "./explorer/format.ts";
import { percent } from "./explorer/parts/balance-chart.tsx";
import { anchorOf } from "./explorer/parts/changes.tsx";
import { Tile } from "./explorer/parts/emblem.tsx";
import { Day, Section } from "./explorer/parts/section.tsx";
import type { Facts } from "./facts.ts";
import type { Page } from "./layout.tsx";

/** The kinds of gaps in their order, in the words of a reader. */
const KINDS = { open: "Today", remark: "Remarks", earlier: "Earlier" };

/** What a player feels first: health of heroes, then these fields. Others come after. */
const WEIGHTY = ["cooldown", "damage", "damageMin", "ultimateCost", "fireRate", "reloadTime"];

/** So many doubts of today are shown at once. */
const MOST = 15;

/** So many heroes are shown at once, those of whom the least is sure. */
const LEAST = 12;

/** What not to trust, and how to help: what matters most, each hero, and all gaps in a fold. */
export function gapsPage(facts: Facts): Page {
  const { gaps, heroes, patch, repository } = facts;
  const { lastChecked } = facts.game;
  const today = gaps.filter(({ kind }) => kind === "open").sort((a, b) => rankOf(a) - rankOf(b));
  const doubts = [
    ...grouped(today.map((gap) => [gap.reason + valueAt(gap.path, facts).shown, gap])).values(),
  ];
  const others = doubts.slice(MOST);
  const things = grouped(gaps.map((gap) => [gap.thing, gap]));
  const { all, sure, single } = evidenceOf(heroes);
  const evidence = heroes
    .map((hero) => ({ hero, ...evidenceOf([hero]) }))
    .sort((a, b) => a.sure / a.all - b.sure / b.all);
  const shown = (amount: number) => <b>{amount.toLocaleString("en")}</b>;
  return {
    title: "What is uncertain",
    description: "Which values not to trust, why, and how to help.",
    alternates: [{ href: "gaps.json", type: "application/json", title: "Gaps as JSON" }],
    children: (
      <>
        <h1>What is uncertain</h1>
        <p class="lead">
          {count(all, "value")} as of {shortDate(patch)}, checked up to {shortDate(lastChecked)}.{" "}
          {today.length} of them are in doubt.
        </p>
        <ul class="numbers">
          <li>
            {shown(sure)}
            <span>
              <Share sure={1} /> sure
            </span>
          </li>
          <li>
            {shown(single)}
            <span>
              <Share single={1} /> one source
            </span>
          </li>
          <li>
            {shown(all - sure - single)}
            <span>
              <Share /> no source
            </span>
          </li>
        </ul>
        <Share sure={sure / all} single={single / all} width="100%" height="20" />
        <p class="help">
          A value is sure if the publisher or two independent sources have it. “No source” means
          none of its time.
        </p>
        <p class="help" id="help">
          <b>How to help:</b> a <a href="check">match log</a> settles damage and keys, data of the
          game client or official notes any value. Add it to the file of its hero in{" "}
          <a href={repository ?? "guides/maintaining"}>the data folder</a>, with an address that
          others can read and its day, and take the doubt out of <code>gaps.json</code>.
        </p>
        <Section
          id="first"
          title="What matters most"
          aside="health of heroes, then cooldowns, damage, ultimate costs, rates, reload times"
        >
          <Doubts doubts={doubts.slice(0, MOST)} facts={facts} />
          <details class="more">
            <summary>The other {others.flat().length} values in doubt</summary>
            <Doubts doubts={others} facts={facts} />
          </details>
        </Section>
        <Section
          id="heroes"
          title="By hero"
          aside="the least sure first, and how much of each is sure"
        >
          <Shares evidence={evidence.slice(0, LEAST)} />
          <details>
            <summary>The other {count(evidence.length - LEAST, "hero", "heroes")}</summary>
            <Shares evidence={evidence.slice(LEAST)} />
          </details>
        </Section>
        <details class="gaps" id="all">
          <summary>
            All {count(gaps.length, "gap")}: {today.length} of today, and remarks and earlier states
          </summary>
          <div class="evidence">
            {[...things]
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([thing, own]) => (
                <Thing key={thing} thing={thing} gaps={own} />
              ))}
          </div>
        </details>
      </>
    ),
  };
}

/** How many values of heroes are sure, how many have one source, and how many none. */
function evidenceOf(heroes: readonly HeroDetails[]) {
  const figures = heroes.flatMap(({ health, abilities, perks }) => [
    ...health,
    ...[...abilities, ...perks].flatMap((part) => part.figures),
  ]);
  const sure = figures.filter((figure) => isSure(figure.sure)).length;
  const none = figures.filter((figure) => figure.sure === undefined).length;
  return { all: figures.length, sure, single: figures.length - sure - none };
}

type Evidence = ReturnType<typeof evidenceOf>;

/** How much is sure of each hero. */
function Shares({ evidence }: { evidence: readonly (Evidence & { hero: HeroDetails })[] }) {
  return (
    <ul class="evidence small">
      {evidence.map(({ hero, sure, single, all }) => (
        <li key={hero.id} class="row">
          <Tile hero={hero} size={22} />
          <a href={`heroes/${hero.id}`}>{hero.name}</a>
          <b>{Math.round((100 * sure) / all)}%</b>
          <Share sure={sure / all} single={single / all} width="100%" />
        </li>
      ))}
    </ul>
  );
}

/** A bar of what is sure, what has one source, and what has none. */
function Share({ sure = 0, single = 0, width = "16", height = "8" }) {
  return (
    <svg class="share" width={width} height={height} aria-hidden="true">
      <rect class="single" width={percent(sure + single)} height={height} />
      <rect width={percent(sure)} height={height} />
    </svg>
  );
}

/** The place of a gap among those that matter. */
function rankOf({ path }: ListedGap): number {
  const [, , list, , field = ""] = path.split("/");
  if (list === "health") return -1;
  return WEIGHTY.includes(field) ? WEIGHTY.indexOf(field) : WEIGHTY.length;
}

type DoubtsProps = { doubts: readonly (readonly ListedGap[])[]; facts: Facts };

/** Values of today that are in doubt, equal ones with the same reason together. */
function Doubts({ doubts, facts }: DoubtsProps) {
  return (
    <table class="values doubts small">
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col" class="number">
            Here, since
          </th>
          <th scope="col" class="spread">
            What other sources have
          </th>
        </tr>
      </thead>
      <tbody>
        {doubts.map((own) => (
          <Doubt key={own[0]?.path} gaps={own} facts={facts} />
        ))}
      </tbody>
    </table>
  );
}

function Doubt({ gaps, facts }: { gaps: readonly ListedGap[]; facts: Facts }) {
  const [{ path, reason } = { path: "", reason: "" }] = gaps;
  const { shown, since } = valueAt(path, facts);
  return (
    <tr>
      <th scope="row">
        <div class="members">
          {[...grouped(gaps.map((gap) => [gap.thing, gap]))].map(([thing, own]) => (
            <Subject key={thing} thing={thing} gaps={own} facts={facts} />
          ))}
        </div>
        <span class="soft">{capital(listOf(gaps.map(({ field }) => field)))}</span>
      </th>
      <td class="number">
        <b>{shown}</b>
        <br />
        <span class="soft">{since && shortDate(since)}</span>
      </td>
      <td class="spread">{linked(capital(reason), facts.repositories)}</td>
    </tr>
  );
}

/** A hero, and the abilities whose values are in doubt. */
function Subject({ thing, gaps, facts }: ThingProps) {
  const hero = facts.heroes.find(({ id }) => thing === `heroes/${id}`);
  const [, , list, ability] = gaps[0]?.path.split("/") ?? [];
  return (
    <a class="with-emblem" href={list === "abilities" ? `${thing}#${ability}` : thing}>
      {hero && <Tile hero={hero} size={22} />}
      <span>
        <b>{gaps[0]?.name}</b> {listOf(gaps.map(({ part }) => part))}
      </span>
    </a>
  );
}

/** Each word once. */
function listOf(words: readonly string[]): string {
  return [...new Set(words)].filter(Boolean).join(", ");
}

/** A text in which the names of repositories are links. */
function linked(text: string, repositories: Facts["repositories"]): ComponentChildren {
  const found = repositories.find(({ name }) => text.includes(name));
  if (found === undefined) return text;
  const [before, ...after] = text.split(found.name);
  return (
    <>
      {before}
      <a href={found.url}>{found.name}</a>
      {linked(after.join(found.name), repositories)}
    </>
  );
}

/** The value of today at a path such as `heroes/ana/abilities/sleep-dart/castTime`. */
function valueAt(path: string, { heroes }: Facts): { shown: string; since?: string } {
  const [, id, list, part, field = part] = path.split("/");
  const hero = heroes.find((one) => one.id === id);
  const owners = [...(hero?.abilities ?? []), ...(hero?.perks ?? [])];
  const { key, figures } = owners.find((one) => one.id === part) ?? {};
  if (field === "key" && key) return { shown: KEY_LABELS[key] };
  const figure = (list === "health" ? hero?.health : figures)?.find((one) => one.field === field);
  if (hero === undefined || figure === undefined) return { shown: "not known" };
  const { value, unit, since = figure.onRecordSince ?? hero.onRecordSince } = figure;
  return { shown: showValue(value, { target: path, unit }), since };
}

type ThingProps = { thing: string; gaps: readonly ListedGap[]; facts: Facts };

/** The gaps of a hero, map or patch: of today, remarks, then earlier ones by their date. */
function Thing({ thing, gaps }: Omit<ThingProps, "facts">) {
  const [collection, id = ""] = thing.split("/");
  const isOne = id !== "*" && collection !== "roles";
  const name = gaps[0]?.name ?? "";
  const titleOf = ({ kind, before }: ListedGap) =>
    kind === "earlier" && before ? `Before ${shortDate(before)}` : KINDS[kind];
  const wordsOf = ({ part, field }: ListedGap) => [part, field].filter(Boolean).join(" ");
  const sorted = Object.keys(KINDS).flatMap((kind) => gaps.filter((gap) => gap.kind === kind));
  return (
    <details id={isOne ? anchorOf(thing) : undefined}>
      <summary>
        {collection === "patches" && isOne ? <Day date={id.slice(0, 10)} /> : null}{" "}
        <b>{capital(name)}</b> {gaps.length}
      </summary>
      {[...grouped(sorted.map((gap) => [titleOf(gap), gap]))].map(([title, own]) => (
        <dl key={title}>
          <dt>{title}</dt>
          {[...grouped(own.map((gap) => [gap.reason, wordsOf(gap)]))].map(([reason, words]) => (
            <dd key={reason}>
              {listOf(words)} <span class="soft">{reason}</span>
            </dd>
          ))}
        </dl>
      ))}
      {isOne && <a href={thing}>More about {name}</a>}
    </details>
  );
}
