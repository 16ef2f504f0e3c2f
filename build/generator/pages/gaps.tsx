import { KEY_LABELS } from "../../client/match-log/keys.ts";
import { isSure, showValue } from "../../core/game/words.ts";
import { grouped } from "../../core/grouped.ts";
import type { HeroDetails, ListedGap } from "../../core/schema/details.ts";
import { capital, count, shortDate } from "./explorer/format.ts";
import { percent } from "./explorer/parts/balance-chart.tsx";
import { anchorOf } from "./explorer/parts/changes.tsx";
import { Tile } from "./explorer/parts/emblem.tsx";
import { Day, Section } from "./explorer/parts/section.tsx";
import { Checked } from "./explorer/parts/sources.tsx";
import type { Facts } from "./facts.ts";
import type { Page } from "./layout.tsx";

/** The kinds of gaps in their order, in the words of a reader. */
const KINDS = { open: "Today", remark: "Remarks", earlier: "Earlier" };

/** What a player feels first, by words in the paths of values. Others come after. */
const WEIGHTY = ["/health", "cooldown", "damage", "ultimatecost", "rate", "reload", "time"];

/** So many gaps of today are shown at once. */
const MOST = 20;

/** So many heroes are shown at once, those of whom the least is sure. */
const LEAST = 12;

/** What not to trust, and how to help: what matters most, each hero, and all gaps in a fold. */
export function gapsPage(facts: Facts): Page {
  const { gaps, heroes, patch, repository } = facts;
  const today = gaps.filter(({ kind }) => kind === "open").sort((a, b) => rankOf(a) - rankOf(b));
  const doubts = [
    ...grouped(today.map((gap) => [gap.thing + gap.field + gap.reason, gap])).values(),
  ];
  const things = grouped(gaps.map((gap) => [gap.thing, gap]));
  const total = evidenceOf(heroes);
  const evidence = heroes
    .map((hero) => ({ hero, ...evidenceOf([hero]) }))
    .sort((a, b) => a.sure / a.all - b.sure / b.all);
  const shown = (amount: number) => amount.toLocaleString("en");
  return {
    title: "What is uncertain",
    description: "Which values not to trust, why, and how to help.",
    alternates: [{ href: "gaps.json", type: "application/json", title: "Gaps as JSON" }],
    children: (
      <>
        <h1>What is uncertain</h1>
        <p class="lead">
          All values are as of {shortDate(patch)}. <Checked facts={facts} />
        </p>
        <p class="help">
          Of {shown(total.all)} values of today, <b>{shown(total.sure)}</b> are sure: the publisher
          or two independent sources have them. <b>{shown(total.single)}</b> have one source, and{" "}
          <b>{shown(total.all - total.sure - total.single)}</b> have none of their time.
        </p>
        <p class="help" id="help">
          <b>How to help:</b> find a value in a match log, data of the game client or official notes
          that others can read. Add it to the file of its hero in{" "}
          <a href={repository ?? "guides/maintaining"}>the data folder</a>, with address and day,
          and take the doubt out of <code>gaps.json</code>.
        </p>
        <Section
          id="first"
          title="What matters most"
          aside={`of ${count(today.length, "doubtful value")}, whatever they rest on: health first, then cooldowns, damage, ultimate costs, rates, times`}
        >
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
              {doubts.slice(0, MOST).map((own) => (
                <Doubt key={own[0]?.path} gaps={own} facts={facts} />
              ))}
            </tbody>
          </table>
          <p class="small">
            <a href="#all">All {count(gaps.length, "gap")}</a>
          </p>
        </Section>
        <Section
          id="heroes"
          title="By hero"
          aside={
            <>
              The least sure first: <Share sure={1} /> sure, <Share single={1} /> one source,{" "}
              <Share /> none of its time
            </>
          }
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
                <Thing key={thing} thing={thing} gaps={own} facts={facts} />
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
function Share({ sure = 0, single = 0, width = "16" }) {
  return (
    <svg class="share" width={width} height="8" aria-hidden="true">
      <rect class="single" width={percent(sure + single)} height="8" />
      <rect width={percent(sure)} height="8" />
    </svg>
  );
}

/** The place of a gap among those that matter. */
function rankOf({ path }: ListedGap): number {
  const at = WEIGHTY.findIndex((word) => path.toLowerCase().includes(word));
  return at === -1 ? WEIGHTY.length : at;
}

/** Values of one kind that are in doubt for one reason, and what their sources say. */
function Doubt({ gaps, facts }: { gaps: readonly ListedGap[]; facts: Facts }) {
  const [first] = gaps;
  if (first === undefined) return null;
  const { path, thing, name, field, reason } = first;
  const hero = facts.heroes.find(({ id }) => thing === `heroes/${id}`);
  const [, , list, ability] = path.split("/");
  const parts = [...new Set(gaps.map(({ part }) => part))].filter(Boolean).join(", ");
  const { shown, since } = valueAt(path, facts);
  return (
    <tr>
      <th scope="row">
        <a class="with-emblem" href={list === "abilities" ? `${thing}#${ability}` : thing}>
          {hero && <Tile hero={hero} size={22} />}
          <span>
            <b>{name}</b> {parts} {field}
          </span>
        </a>
      </th>
      <td class="number">
        <b>{shown}</b>
        <br />
        <span class="soft">{since && shortDate(since)}</span>
      </td>
      <td class="spread">{capital(reason)}</td>
    </tr>
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
function Thing({ thing, gaps, facts }: ThingProps) {
  const [collection, id = ""] = thing.split("/");
  const isOne = id !== "*" && collection !== "roles";
  const name = gaps[0]?.name ?? "";
  const titleOf = ({ kind, before }: ListedGap) =>
    kind === "earlier" && before ? `Before ${shortDate(before)}` : KINDS[kind];
  const wordsOf = ({ kind, part, field, path }: ListedGap) =>
    [part, field, kind === "open" && valueAt(path, facts).shown].filter(Boolean).join(" ");
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
          {[...grouped(own.map((gap) => [gap.reason, gap]))].map(([reason, same]) => (
            <dd key={reason}>
              {[...new Set(same.map(wordsOf))].join(", ")} <span class="soft">{reason}</span>
            </dd>
          ))}
        </dl>
      ))}
      {isOne && <a href={thing}>More about {name}</a>}
    </details>
  );
}
