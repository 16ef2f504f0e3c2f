import { Fragment, render } from "preact";
import { SLOTS } from "../../../../client/slots.ts";
import type { Figure, HeroDetails } from "../../../../core/schema/details.ts";
import { capital, quantityOf, shortDate, showNumber, wordsOfField } from "../format.ts";
import { LANGUAGE_NAMES } from "../languages.ts";
import { LessSure } from "../parts/less-sure.tsx";
import type { ComparableHero, ComparableHeroes } from "./data.ts";
import { addressOf, loadData, loadHeroes } from "./load.ts";
import { isNamedBy, type Question } from "./question.ts";

declare global {
  /** Shows the answer to a question for a value. */
  var gamedataAnswer: ((question: Question, box: HTMLElement) => Promise<void>) | undefined;
}

type Value = Figure & { label: string; shownUnit: string; value: number };

/** An ability or perk. `anchor` is its place on the hero's page. */
type Part = {
  id: string;
  name: string;
  kind: string;
  anchor: string;
  names: Readonly<Record<string, string>>;
  values: Value[];
};

/** The parts of a hero: the details, with the words and the units of the pages. */
function partsOf(state: ComparableHero, { abilities, perks }: HeroDetails): Part[] {
  const shown = [...state.abilities, ...state.perks];
  const own = [
    ...abilities.map((one, at) => ({ ...one, slot: SLOTS[at] ?? one.kind, anchor: one.id })),
    ...perks.map((one) => ({ ...one, slot: `${one.tier} perk`, anchor: "perks" })),
  ];
  return own.map(({ id, name, slot, anchor, names, figures }, at) => ({
    ...{ id, name, kind: capital(slot), anchor, names },
    values: figures
      .filter((figure): figure is Figure & { value: number } => typeof figure.value === "number")
      .map((figure, place) => {
        const [label = "", , shownUnit = ""] = shown[at]?.figures[place] ?? [];
        return { ...figure, label, shownUnit };
      }),
  }));
}

/** The hero's health as a part of its own. */
function healthOf({ health }: ComparableHero): Part {
  const value = health.reduce((sum, part) => sum + part, 0);
  const figure = { field: "health", label: "health", value, unit: "hp", shownUnit: "" } as const;
  return { id: "", name: "Health", kind: "Hero", anchor: "", names: {}, values: [figure] };
}

/** The same quantity of all heroes of a role. */
function peersOf({ heroes }: ComparableHeroes, role: string, { label, shownUnit }: Value) {
  return heroes
    .filter(({ state }) => state.role === role)
    .flatMap(({ state }) => [
      ...(label === "health" ? healthOf(state).values.map(({ value }) => value) : []),
      ...[...state.abilities, ...state.perks].flatMap(({ figures }) =>
        figures.flatMap(([name, value, unit]) =>
          name === label && unit === shownUnit ? [value] : [],
        ),
      ),
    ]);
}

function describeRank({ label, value }: Value, peers: readonly number[], role: string): string {
  const higher = peers.filter((other) => other > value).length;
  const same = peers.filter((other) => other === value).length - 1;
  return (
    `Of ${peers.length} values “${label}” of ${role.toLowerCase()} heroes, ${higher} ` +
    `${higher === 1 ? "is" : "are"} higher${same === 0 ? "" : ` and ${same} the same`}.`
  );
}

/** Since when a value is unchanged. This is not recorded for a hero's total health. */
function describeAge({ field, since, onRecordSince }: Value, details: HeroDetails): string {
  if (field === "health") return "";
  return since === undefined
    ? `Unchanged since at least ${shortDate(onRecordSince ?? details.onRecordSince)}.`
    : `Unchanged since ${shortDate(since)}.`;
}

function Card({
  part,
  asked,
  details,
  all,
  state,
}: {
  part: Part;
  asked: Value;
  details: HeroDetails;
  all: ComparableHeroes;
  state: ComparableHero;
}) {
  const page = addressOf(`heroes/${details.id}${part.anchor === "" ? "" : `#${part.anchor}`}`);
  const peers = peersOf(all, state.role, asked);
  const [least, most] = [Math.min(0, ...peers), Math.max(0, ...peers)];
  const x = (value: number) => `${1 + (98 * (value - least)) / (most - least || 1)}%`;
  const text = showNumber(asked.value) + asked.shownUnit;
  const query = new URLSearchParams({
    value: quantityOf(asked.label, asked.shownUnit),
    role: state.role,
  });
  return (
    <article class="card answer-card">
      <h2>
        <a href={page}>{part.id === "" ? details.name : part.name}</a>{" "}
        <span class="tag kind">{part.kind}</span>
      </h2>
      <p class="small soft">
        {details.name}, {state.roleName.toLowerCase()} hero; {asked.label} after{" "}
        {shortDate(all.patches[0]?.[0] ?? details.patch)}
      </p>
      <p class="asked">
        <b>{showNumber(asked.value)}</b> {asked.shownUnit}
      </p>
      <svg class="dots" width="100%" height="18" aria-hidden="true">
        <rect class="axis" y="8.5" width="100%" height="1" />
        {[...new Set(peers)].map((value) => (
          <circle key={value} cx={x(value)} cy="9" r="4" />
        ))}
        <rect x={x(asked.value)} width="3" height="18" />
      </svg>
      <p class="small soft">
        {describeRank(asked, peers, state.roleName)} {describeAge(asked, details)}
        {asked.note === undefined ? "" : ` ${capital(asked.note)}.`}
      </p>
      {asked.gap === undefined ? null : <p class="small soft">Less sure: {asked.gap}.</p>}
      <OtherFigures part={part} asked={asked} />
      <Actions page={page} text={text} details={details} state={state} query={`${query}`} />
      <Names names={part.names} />
    </article>
  );
}

function OtherFigures({ part, asked }: { part: Part; asked: Value }) {
  return (
    <dl class="figures">
      {part.values
        .filter((value) => value !== asked)
        .map(({ field, label, value, shownUnit, gap }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {showNumber(value)}
              <small>{shownUnit}</small>
              {gap === undefined ? null : <LessSure />}
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Actions({
  page,
  text,
  details,
  state,
  query,
}: {
  page: string;
  text: string;
  details: HeroDetails;
  state: ComparableHero;
  query: string;
}) {
  return (
    <p class="row">
      <button type="button" class="copy" data-copy={text}>
        Copy {text}
      </button>
      <button type="button" class="copy" data-copy={page}>
        Copy link
      </button>
      <button
        type="button"
        class="copy"
        data-copy={`curl ${addressOf(`details/heroes/${details.id}.json`)}`}
      >
        Copy the call
      </button>
      <a class="chip" href={addressOf(`compare/heroes?h=${details.id}`)}>
        Compare with…
      </a>
      <a class="chip" href={addressOf(`values?${query}`)}>
        All {state.roleName.toLowerCase()} heroes
      </a>
    </p>
  );
}

function Names({ names }: { names: Part["names"] }) {
  const entries = Object.entries(names);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>In {entries.length} languages</summary>
      <dl class="spellings">
        {entries.map(([language, name]) => (
          <div key={language}>
            <dt>{LANGUAGE_NAMES[language] ?? language}</dt>
            <dd lang={language}>{name}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** One line where there is no value: a gap with its reason, or that it has no such value. */
function Missing({
  question,
  part,
  details,
}: {
  question: Question;
  part: Part | undefined;
  details: HeroDetails;
}) {
  const words = question.words.join(" ");
  const name = part?.name ?? details.name;
  const gap = details.gaps.find(({ path }) => {
    const at = path.lastIndexOf("/");
    const fields = path
      .slice(at + 1)
      .replace(/[{}]/g, "")
      .split(",")
      .map(wordsOfField);
    return (
      (part === undefined || path.slice(0, at).endsWith(`/${part.id}`)) &&
      fields.some((field) => isNamedBy(field, question.words))
    );
  });
  return (
    <p class="lead">
      {gap === undefined
        ? `${name} has no ${words} on record.`
        : `The ${words} of ${name} is not known: ${gap.reason}.`}
    </p>
  );
}

globalThis.gamedataAnswer = async (question, box) => {
  const [all, details] = await Promise.all([
    loadHeroes(),
    loadData<HeroDetails>(`../details/heroes/${question.hero}`),
  ]);
  const state = all.heroes.find(({ id }) => id === question.hero)?.state;
  if (state === undefined) return;
  const parts = partsOf(state, details);
  const own = question.place === undefined ? undefined : parts[question.place];
  const found = (own === undefined ? [healthOf(state), ...parts] : [own])
    .flatMap((part) =>
      part.values
        .filter(({ label, shownUnit }) => isNamedBy(quantityOf(label, shownUnit), question.words))
        .map((asked) => ({ part, asked })),
    )
    .sort((a, b) => a.asked.label.length - b.asked.label.length);
  // Without an ability, all values of the shortest name answer: each cooldown, but no reduction.
  const best = found.filter(({ asked }) => asked.label === found[0]?.asked.label);
  const shown = own === undefined ? best : best.slice(0, 1);
  render(
    shown.length === 0 ? (
      <Missing question={question} part={own} details={details} />
    ) : (
      shown.map((one) => (
        <Fragment key={one.part.name}>
          <Card {...one} details={details} all={all} state={state} />
        </Fragment>
      ))
    ),
    box,
  );
};
