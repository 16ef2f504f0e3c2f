import { KEY_LABELS } from "../../client/match-log/keys.ts";
import { isSure, showValue } from "../../core/game/words.ts";
import { grouped } from "../../core/grouped.ts";
import type { HeroDetails, ListedGap } from "../../core/schema/details.ts";
import { capital, count, shortDate } from "./explorer/format.ts";
import { anchorOf } from "./explorer/parts/changes.tsx";
import { Chip, Chips, ChoiceChip, RoleChips } from "./explorer/parts/chips.tsx";
import { Tile } from "./explorer/parts/emblem.tsx";
import { Section } from "./explorer/parts/section.tsx";
import type { Facts } from "./facts.ts";
import type { Page } from "./layout.tsx";

/** The kinds of gaps in their order, in the words of a reader. */
const KINDS = { open: "Today", remark: "Remarks", earlier: "Earlier" };

/** What a player feels first: health of heroes, then these fields. Others come after. */
const WEIGHTY = ["cooldown", "damage", "damageMin", "ultimateCost", "fireRate", "reloadTime"];

/** So many heroes of the least sure values are shown on a phone: two rows of a wide page. */
const LEAST = 14;

/** So many doubts of today are shown at once. */
const MOST = 15;

/** What not to trust, and how to help: what matters most, each hero, and all gaps in a fold. */
export function gapsPage(facts: Facts): Page {
  const { gaps, heroes, patch, repository } = facts;
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
  const bars = evidence.map(({ hero, sure, single, all }) => (
    <li key={hero.id} class="row" {...filteredBy([hero])}>
      <Tile hero={hero} size={22} />
      <a href={`heroes/${hero.id}`}>{hero.name}</a>
      <b>{widthOf(sure / all)}</b>
      <Share sure={sure / all} single={single / all} />
    </li>
  ));
  const inDoubt = heroesOf(today, facts);
  const shares = [
    { label: "Sure", amount: sure, about: "the publisher or two independent sources have it." },
    { label: "One source", amount: single, about: "nothing else confirms it." },
    {
      label: "No source",
      amount: all - sure - single,
      about: "no source since its last change has it.",
    },
  ];
  return {
    title: "What is uncertain",
    description: "Which values not to trust, why, and how to help.",
    scripts: ["filter"],
    alternates: [{ href: "gaps.json", type: "application/json", title: "Gaps as JSON" }],
    children: (
      <>
        <h1>What is uncertain</h1>
        <p class="lead">
          {count(all, "value")} of {count(heroes.length, "hero", "heroes")} as of {shortDate(patch)}
          , checked up to {shortDate(facts.game.lastChecked)}
        </p>
        <table class="amounts">
          <tr>
            {shares.map(({ label, amount }) => (
              <td key={label} width={`${(100 * amount) / all}%`}>
                <span class="label">{label}</span>
                <br />
                <b>{amount.toLocaleString("en")}</b>
              </td>
            ))}
          </tr>
        </table>
        <Share sure={sure / all} single={single / all} height="20" />
        <ul class="help">
          {shares.map(({ label, about }) => (
            <li key={label}>
              <b>{label}:</b> {about}
            </li>
          ))}
          <li>
            <b>In doubt:</b> {today.length} values with a known problem, such as sources that
            differ. Reasons are below.
          </li>
        </ul>
        <p class="help" id="help">
          <b>How to help:</b> find where a value can be read: in the official notes, data of the
          game client, or a <a href="check">match log</a> of yours for damage and keys. Add it to{" "}
          <a href={repository ?? "guides/maintaining"}>the data</a> with its address and its day.
        </p>
        <Chips label="Filter gaps">
          <Chip name="role" value="" count={today.length}>
            All in doubt
          </Chip>
          <RoleChips roles={facts.roles} heroes={inDoubt} />
          <ChoiceChip
            name="hero"
            label="Any hero"
            choices={heroes
              .filter((hero) => inDoubt.includes(hero))
              .map(({ id, name }) => [id, name])}
          />
        </Chips>
        <Section
          id="first"
          title="What matters most"
          aside="health of heroes, then cooldowns, damage, ultimate costs, rates, reload times"
        >
          <Doubts doubts={doubts.slice(0, MOST)} facts={facts} />
          <details class="more" data-group="">
            <summary>
              The other <span data-left="" />
              {count(others.length, "doubt")}
            </summary>
            <Doubts doubts={others} facts={facts} />
          </details>
        </Section>
        <Section
          id="heroes"
          title="By hero"
          aside="the least sure first, and how much of each is sure"
        >
          <ul class="evidence small">{bars.slice(0, LEAST)}</ul>
          <details class="fold">
            <summary>The other {count(bars.length - LEAST, "hero", "heroes")}</summary>
            <ul class="evidence small">{bars.slice(LEAST)}</ul>
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

/** The heroes of gaps, one for each gap. */
function heroesOf(gaps: readonly ListedGap[], { heroes }: Facts) {
  return gaps.flatMap(({ thing }) => heroes.find(({ id }) => thing === `heroes/${id}`) ?? []);
}

/** What makes an element an item of the filters. */
function filteredBy(heroes: readonly HeroDetails[]) {
  return {
    "data-item": "",
    "data-role": heroes.map(({ role }) => role).join(" "),
    "data-hero": heroes.map(({ id }) => id).join(" "),
  };
}

/** A share in whole per cent. */
const widthOf = (share: number) => `${Math.round(100 * share)}%`;

/** A bar of what is sure, what has one source, and what has none. */
function Share({ sure, single, height = "8" }: { sure: number; single: number; height?: string }) {
  return (
    <svg class="share" width="100%" height={height} aria-hidden="true">
      <rect class="single" width={widthOf(sure + single)} height={height} />
      <rect width={widthOf(sure)} height={height} />
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
    <table class="values doubts small" data-group="">
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
    <tr {...filteredBy(heroesOf(gaps, facts))}>
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
      <td class="spread">{capital(reason)}</td>
    </tr>
  );
}

/** A hero, and the abilities whose values are in doubt. */
function Subject({ thing, gaps, facts }: ThingProps) {
  const [hero] = heroesOf(gaps, facts);
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
        {collection === "patches" && isOne ? shortDate(id.slice(0, 10)) : ""} <b>{capital(name)}</b>{" "}
        {gaps.length}
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
    </details>
  );
}
