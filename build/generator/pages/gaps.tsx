import { KEY_LABELS } from "../../client/match-log/keys.ts";
import { healthOf } from "../../core/game/state-as-of.ts";
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

/** What a player feels first, by words in the paths of values. Others come after. */
const WEIGHTY = ["/health", "cooldown", "damage", "ultimatecost", "rate", "reload", "time"];

/** So many gaps of today are shown at once. */
const MOST = 20;

/** What not to trust, and how to help: what matters most, each hero, and all gaps in a fold. */
export function gapsPage(facts: Facts): Page {
  const { gaps, heroes, repository } = facts;
  const today = gaps
    .filter(({ kind, path }) => kind === "open" || path.endsWith("/health"))
    .sort((a, b) => rankOf(a) - rankOf(b));
  const doubts = [...grouped(today.map((gap) => [gap.thing + gap.reason, gap])).values()];
  const things = grouped(gaps.map((gap) => [gap.thing, gap]));
  const evidence = heroes.map((hero) => ({ hero, ...evidenceOf(hero) }));
  const shown = (of: (one: Evidence) => number) =>
    evidence.reduce((all, one) => all + of(one), 0).toLocaleString("en");
  return {
    title: "What is uncertain",
    description: "Which values not to trust, why, and how to help.",
    alternates: [{ href: "gaps.json", type: "application/json", title: "Gaps as JSON" }],
    children: (
      <>
        <h1>What is uncertain</h1>
        <p class="lead">
          Of {shown(({ all }) => all)} values of today, the publisher or two independent sources
          have {shown(({ sure }) => sure)}, and one source has {shown(({ single }) => single)}.{" "}
          {today.length} are unknown, or sources differ.
        </p>
        <p class="help" id="help">
          <b>How to help:</b> you need a source that others can read, such as a match log, data of
          the game client or official notes. Add the value, the address and the day on which you
          read it to the data file, and remove the gap from <code>gamedata/gaps.json</code>.
          {repository === undefined ? null : <a href={repository}> Open the data folder</a>}
        </p>
        <Section id="first" title="What matters most">
          <ul class="doubts">
            {doubts.slice(0, MOST).map((own) => (
              <Doubt key={own[0]?.path} gaps={own} facts={facts} />
            ))}
          </ul>
        </Section>
        <Section id="heroes" title="By hero" aside="strong: sure; faint: one source; empty: none">
          <ul class="evidence">
            {evidence.map(({ hero, all, sure, single }) => (
              <li key={hero.id}>
                <a href={`heroes/${hero.id}`}>{hero.name}</a>
                <svg width="100%" height="6" role="img" aria-label={`${sure} of ${all} sure`}>
                  <rect class="single" width={percent((sure + single) / all)} height="6" />
                  <rect width={percent(sure / all)} height="6" />
                </svg>
              </li>
            ))}
          </ul>
        </Section>
        <details class="gaps" id="all">
          <summary>
            All {count(gaps.length, "gap")}, also of earlier states, by hero, map and patch
          </summary>
          {[...things]
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([thing, own]) => (
              <Thing key={thing} thing={thing} gaps={own} facts={facts} />
            ))}
        </details>
      </>
    ),
  };
}

type Evidence = ReturnType<typeof evidenceOf>;

/** How many values of a hero are sure, and how many have one source. */
function evidenceOf({ health, abilities, perks }: HeroDetails) {
  const figures = [...health, ...[...abilities, ...perks].flatMap((part) => part.figures)];
  const sure = figures.filter((figure) => isSure(figure.sure)).length;
  const none = figures.filter((figure) => figure.sure === undefined).length;
  return { all: figures.length, sure, single: figures.length - sure - none };
}

/** The place of a gap among those that matter. */
function rankOf({ path }: ListedGap): number {
  const at = WEIGHTY.findIndex((word) => path.toLowerCase().includes(word));
  return at === -1 ? WEIGHTY.length : at;
}

/** Values of today that are in doubt for one reason, and what their sources say. */
function Doubt({ gaps, facts }: { gaps: readonly ListedGap[]; facts: Facts }) {
  const [first] = gaps;
  if (first === undefined) return null;
  const { path, thing, name, field, reason } = first;
  const hero = facts.heroes.find(({ id }) => thing === `heroes/${id}`);
  const [, , list, ability] = path.split("/");
  const parts = [...new Set(gaps.map(({ part }) => part))].filter(Boolean).join(", ");
  return (
    <li>
      {hero && <Tile hero={hero} size={22} />}
      <p>
        <a href={list === "abilities" ? `${thing}#${ability}` : thing}>
          <b>{name}</b> {parts} {field}
        </a>{" "}
        <b>{valueAt(path, facts) ?? "not known"}</b>
        <br />
        <span class="small">{reason}</span>
      </p>
    </li>
  );
}

/** The value of today at a path such as `heroes/ana/abilities/sleep-dart/castTime`. */
function valueAt(path: string, { heroes }: Facts): string | undefined {
  const [, id, list, part, field = part] = path.split("/");
  const hero = heroes.find((one) => one.id === id);
  if (hero && list === "health" && part === undefined) return `${healthOf(hero.health).total}`;
  const owners = [...(hero?.abilities ?? []), ...(hero?.perks ?? [])];
  const { key, figures } = owners.find((one) => one.id === part) ?? {};
  if (field === "key" && key) return KEY_LABELS[key];
  const figure = (list === "health" ? hero?.health : figures)?.find((one) => one.field === field);
  return figure && showValue(figure.value, { target: path, unit: figure.unit });
}

/** The gaps of a hero, map or patch by kind, those with the same reason in one line. */
function Thing({
  thing,
  gaps,
  facts,
}: {
  thing: string;
  gaps: readonly ListedGap[];
  facts: Facts;
}) {
  const [collection, id = ""] = thing.split("/");
  const isOne = id !== "*" && collection !== "roles";
  const wordsOf = ({ kind, part, field, path, before }: ListedGap) =>
    [
      kind === "earlier" && before && `before ${shortDate(before.slice(0, 10))}:`,
      part,
      field,
      kind === "open" && (valueAt(path, facts) ?? "not known"),
    ]
      .filter(Boolean)
      .join(" ");
  return (
    <details id={isOne ? anchorOf(thing) : undefined}>
      <summary>
        {collection === "patches" && isOne ? <Day date={id.slice(0, 10)} /> : null}{" "}
        <b>{capital(gaps[0]?.name ?? "")}</b> {gaps.length}
      </summary>
      {Object.entries(KINDS).map(([kind, title]) => {
        const own = gaps.filter((gap) => gap.kind === kind);
        return own.length === 0 ? null : (
          <dl key={kind}>
            <dt>{title}</dt>
            {[...grouped(own.map((gap) => [gap.reason, wordsOf(gap)]))].map(([reason, words]) => (
              <dd key={reason}>
                {[...new Set(words)].join(", ")} <span class="soft">{reason}</span>
              </dd>
            ))}
          </dl>
        );
      })}
      {isOne && <a href={thing}>The page of {gaps[0]?.name}</a>}
    </details>
  );
}
