import { type ComponentChildren, render } from "preact";
import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import { healthOf, stateAsOf } from "../../../../core/game/state-as-of.ts";
import { holdsFor, showNumber, titleOfId, wordsOfField } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { Figure, SeasonList } from "../../../../core/schema/details.ts";
import type { HeroHistory } from "../../../../core/schema/history.ts";
import type { HeroList } from "../../../../core/schema/lists.ts";
import { capital, shortDate } from "../format.ts";
import { inKitOrder, KEY_FIELDS, Value } from "../parts/kit.tsx";
import { Day } from "../parts/section.tsx";
import { filtersOf } from "../tally.ts";
import { HeroLink, Letters } from "./choices.tsx";
import type { Found } from "./find.ts";
import { addressOf, describeLoadFailure, loadData, loadKits } from "./load.ts";
import { describeFinding } from "./search-box.ts";
import { highestOf } from "./values.tsx";

/** The most results on the page of the search, and on that of a wrong address. */
const MOST_RESULTS = 60;
const MOST_GUESSES = 6;

/** The most rows and figures of an answer. */
const MOST_ROWS = 8;

/** What the results are about that lead to a collection. */
const TITLES = new Map([
  ["heroes", "Heroes, abilities and values"],
  ["maps", "Maps"],
  ["patches", "Patches and seasons"],
  ["seasons", "Patches and seasons"],
]);

type CardProps = { found: Found; about: string; children?: ComponentChildren };

/** The answer to a query: what it is about, and its numbers. */
function Card({ found: { path, name, hero }, about, children }: CardProps) {
  return (
    <article class="answer-card">
      {hero ? <Letters hero={hero} /> : null}
      <div>
        <h2>
          <a href={addressOf(path)}>{name}</a>
        </h2>
        <p class="soft">{about}</p>
        {children}
      </div>
    </article>
  );
}

/** A figure of an ability; without one, of the hero. */
type Shown = Pick<Figure, "field" | "value" | "unit" | "label" | "since" | "per" | "note">;

/** Figures with the day since when each is so. */
function Figures({ figures }: { figures: readonly Shown[] }) {
  return (
    <dl class="figures">
      {figures.slice(0, MOST_ROWS).map((figure) => (
        <div key={figure.label}>
          <dt>{capital(figure.label)}</dt>
          <dd>
            <Value figure={figure} />
          </dd>
          <dd class="small soft">
            {[holdsFor(figure), figure.since && `since ${shortDate(figure.since)}`]
              .filter(Boolean)
              .join(" · ")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A hero with its health and the first figure of each ability, or the figures of an ability. */
async function heroAnswer(found: Found) {
  const [id, place] = found.path.replace("heroes/", "").split("#");
  const history = await loadData<HeroHistory>(`history/heroes/${id}`);
  const hero = stateAsOf(history, history.patch);
  if (hero === undefined) return null;
  const rank = ({ field, label }: Shown) =>
    found.name.includes(` ${label}:`) ? -1 : KEY_FIELDS.indexOf(field) + 1 || KEY_FIELDS.length + 1;
  const figuresOf = ({ figures }: (typeof hero.abilities)[number]): Shown[] =>
    figures.toSorted((a, b) => rank(a) - rank(b));
  const named = hero.abilities.find((ability) => ability.id === place);
  const sinces = hero.health.flatMap(({ since }) => since ?? []).sort();
  const health: Shown = {
    field: "health",
    label: "health",
    unit: "hp",
    value: healthOf(hero.health).total,
    since: sinces.at(-1),
  };
  const firsts = inKitOrder(hero.abilities).flatMap((ability) =>
    figuresOf(ability)
      .slice(0, 1)
      .map((one) => ({ ...one, label: `${ability.name} ${one.label}` })),
  );
  return (
    <Card
      found={{ ...found, name: named?.name ?? hero.name }}
      about={
        named
          ? `${named.key ? KEY_LABELS[named.key] : capital(named.kind)} of ${hero.name}`
          : [hero.role, hero.subrole].flatMap((own) => (own ? titleOfId(own) : [])).join(", ")
      }
    >
      <Figures figures={named ? figuresOf(named) : [health, ...firsts]} />
      <p class="small">
        {named?.unknown
          ? `Not known: ${Object.keys(named.unknown).map(wordsOfField).join(", ")}. `
          : ""}
        {hero.name} last changed on <Day date={hero.since} />.{" "}
        <a href={addressOf(`heroes/${id}#history`)}>All changes</a>
      </p>
    </Card>
  );
}

/** The heroes that an address of a season shows, or the seasons of a hero, with summaries. */
async function seasonAnswer(found: Found) {
  const { pathname, searchParams: asked } = new URL(found.path, "https://site.invalid");
  const [{ seasons }, { data }] = await Promise.all([
    loadData<SeasonList>("seasons"),
    loadData<HeroList>("lists/heroes"),
  ]);
  const season = seasons.find(({ path }) => path === pathname);
  const ofHero = season ? null : pathname.replace("/heroes/", "");
  const rows = (season ? [season] : seasons.toReversed()).flatMap(({ path, name, heroes }) =>
    heroes.flatMap((own) => {
      const hero = data.find(({ id }) => id === own.id);
      const isWanted = (["hero", "role", "side"] as const).every((one) => {
        const has = { hero: [own.id], role: [hero?.role], side: filtersOf(own) }[one];
        const wanted = asked.get(one) ?? (one === "hero" ? ofHero : null);
        return wanted === null || has.some((value) => value === wanted);
      });
      const address = addressOf(`${path.slice(1)}?hero=${own.id}`);
      return hero && isWanted ? { hero, name, address, summary: own.summary } : [];
    }),
  );
  return (
    <Card
      found={season ? { ...found, hero: undefined } : found}
      about={season ? `${season.title}, from ${shortDate(season.from)}` : "By season, newest first"}
    >
      <ul>
        {rows.slice(0, MOST_ROWS).map(({ hero, name, address, summary }) => (
          <li key={address}>
            {season ? <HeroLink hero={hero} isLittle /> : <a href={address}>{name}</a>}
            <span>{summary}</span>
          </li>
        ))}
      </ul>
      <p class="small">
        {rows.length === 0 ? "No such changes. " : ""}
        <a href={addressOf(found.path)}>
          {rows.length > MOST_ROWS ? `${rows.length - MOST_ROWS} more` : "All changes"}
        </a>
      </p>
    </Card>
  );
}

/** The heroes with the highest values, or with the lowest where the query asks for them. */
async function valuesAnswer(found: Found, query: string) {
  const asked = new URLSearchParams(found.path.split("?")[1]);
  const isLeast = /\b(lowest|shortest|least|cheapest)\b/.test(query);
  if (isLeast) asked.set("sort", "least");
  const lines = highestOf(await loadKits(), asked).slice(0, MOST_ROWS);
  return (
    <Card
      found={{ ...found, path: `values?${asked}` }}
      about={isLeast ? "The lowest" : "The highest"}
    >
      <ol>
        {lines.map((line) => (
          <li key={line.id}>
            <HeroLink hero={line} isLittle />
            <span>
              <b>{line.top && showNumber(line.top.value) + line.top.unit}</b>{" "}
              <span class="soft">{line.top?.of}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The answer card of the first result. Pages are their own answer. */
function answerOf(found: Found | undefined, query: string) {
  if (found?.path.match(/^seasons\/|\?side=/)) return seasonAnswer(found);
  if (found?.path.startsWith("values?")) return valuesAnswer(found, query);
  if (found?.path.match(/^(maps|patches)\/[\w-]+$|#names$/))
    return <Card found={found} about={found.what} />;
  if (found?.path.match(/^heroes\/(?!.*#perks)/)) return heroAnswer(found);
  return null;
}

/** The results by what they are about. */
function Results({ found }: { found: readonly Found[] }) {
  const titled = found.map(
    (one) => [TITLES.get(one.path.replace(/\W.*/, "")) ?? "Pages", one] as const,
  );
  const groups = [...grouped(titled)].map(([title, own]) => (
    <section key={title}>
      <h2>{title}</h2>
      {own.map(({ path, name, what, spelling, hero }) => (
        <a key={path + name} href={addressOf(path)}>
          {hero ? <Letters hero={hero} isLittle /> : <i />}
          <span>
            <b>{name}</b>{" "}
            <span class="small soft">
              {what} {spelling}
            </span>
          </span>
        </a>
      ))}
    </section>
  ));
  return groups.length === 0 ? null : <div>{groups}</div>;
}

/** Makes the page of the search, or of a wrong address, show the results of the box. */
async function connectPage(
  input: HTMLInputElement,
  box: HTMLElement,
  fail: () => void,
): Promise<void> {
  const isNotFound = box.dataset["ofPath"] !== undefined;
  const start = document.querySelector<HTMLElement>("#start");
  input.value = isNotFound
    ? wordsOfPath(location.pathname)
    : (new URLSearchParams(location.search).get("q") ?? "");
  if (!isNotFound && input.value === "") input.focus();
  const hide = () => {
    if (start !== null) start.hidden = input.value.trim() !== "";
  };
  hide();
  if (!isNotFound && input.value !== "") {
    box.hidden = false;
    render(<p class="soft">Searching for “{input.value}” …</p>, box);
  }
  const find = await globalThis.gamedataFind?.();
  const show = async () => {
    const query = input.value.trim();
    const finding = find?.(query, isNotFound ? MOST_GUESSES : MOST_RESULTS);
    if (finding === undefined) return;
    const [first] = finding.found;
    const answer = isNotFound ? null : await answerOf(first, query);
    if (query !== input.value.trim()) return;
    hide();
    box.hidden = query === "";
    render(
      <>
        <p class="soft">{describeFinding(query, finding)}</p>
        {answer}
        <Results found={finding.found.slice(answer === null ? 0 : 1)} />
      </>,
      box,
    );
  };
  input.addEventListener("input", () => {
    const query = input.value.trim();
    const address = query === "" ? location.pathname : `?q=${encodeURIComponent(query)}`;
    if (!isNotFound) history.replaceState(null, "", address);
    show().catch(fail);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) box.querySelector("a")?.click();
  });
  await show();
}

/** `/heroes/ana-amari.html` as `ana amari`: the words of the last part of a path. */
function wordsOfPath(path: string): string {
  const last = path.split("/").findLast((segment) => segment !== "") ?? "";
  try {
    return decodeURIComponent(last)
      .replace(/\.html$/, "")
      .replace(/[-_]+/g, " ");
  } catch {
    return "";
  }
}

const box = document.querySelector<HTMLElement>("#results");
const input = document.querySelector<HTMLInputElement>("#find");
if (box !== null && input !== null) {
  const fail = () => {
    box.hidden = false;
    box.textContent = describeLoadFailure("The index");
  };
  connectPage(input, box, fail).catch(fail);
}
