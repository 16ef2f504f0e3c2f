import { render } from "preact";
import { type HeroInTime, healthOf, stateAsOf } from "../../../../client/state-as-of.ts";
import type { HeroDetails } from "../../../../core/schema/details.ts";
import type { HeroHistory } from "../../../../core/schema/history.ts";
import { isOverwatch1, OVERWATCH_1 } from "../../../data/eras.ts";
import { count, shortDate } from "../format.ts";
import { Kit, Perks } from "../parts/kit.tsx";
import { isDay } from "./data.ts";
import { describeLoadFailure, loadData, pushQuery, queryValue, showData } from "./load.ts";

const LANGUAGES = new Intl.DisplayNames("en", { type: "language" });

/** Every name of the abilities and perks, folded by language. */
function NamesByLanguage({ abilities, perks }: HeroDetails) {
  const parts = [...abilities, ...perks];
  const languages = new Set(parts.flatMap(({ names }) => Object.keys(names)));
  return [...languages].map((language) => {
    const known = parts.filter(({ names }) => names[language] !== undefined);
    return (
      <details key={language}>
        <summary>
          {LANGUAGES.of(language)}, {known.length} of {count(parts.length, "name")}
        </summary>
        <dl class="spellings">
          {known.map(({ id, name, names }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd lang={language}>{names[language]}</dd>
            </div>
          ))}
        </dl>
      </details>
    );
  });
}

/** Fills the fold of names once it is open. */
function connectNames(fold: HTMLDetailsElement): void {
  const fill = () => {
    const box = fold.appendChild(document.createElement("div"));
    loadData<HeroDetails>(`details/heroes/${fold.dataset["hero"]}`).then(
      (details) => render(<NamesByLanguage {...details} />, box),
      () => {
        box.textContent = describeLoadFailure("The names");
      },
    );
  };
  if (fold.open) fill();
  else fold.addEventListener("toggle", fill, { once: true });
}

/** What an earlier state is: its day, its health, and how many of its values differ from today. */
function Summary({ then, now, when }: { then: HeroInTime; now: HeroInTime; when: string }) {
  const figuresOf = ({ abilities, perks }: HeroInTime) =>
    [...abilities, ...perks].flatMap(({ id, figures }) =>
      figures.map(({ field, value }) => [`${id}/${field}`, value] as const),
    );
  const today = new Map(figuresOf(now));
  const figures = figuresOf(then);
  const differing = figures.filter(([path, value]) => today.get(path) !== value).length;
  const { total } = healthOf(then.health);
  return (
    <p class="lead">
      After {when}
      {isOverwatch1(then.since) ? ` (${OVERWATCH_1})` : ""}:{" "}
      {then.name === now.name ? "" : `named ${then.name}, `}
      {then.role === now.role ? "" : `${then.role} hero, `}
      {total} health
      {total === healthOf(now.health).total ? "" : `, ${healthOf(now.health).total} today`}.{" "}
      {differing} of {count(figures.length, "recorded value")} differ from today.
    </p>
  );
}

/** An empty box at the beginning of a section. */
function boxIn(section: Element): HTMLElement {
  const box = document.createElement("div");
  box.className = "then";
  section.querySelector(".title")?.after(box);
  return box;
}

/** Shows the kit and the perks as they were after the patch of the address, `?as-of=`. */
function connectEarlierKit(select: HTMLSelectElement): void {
  const sections = ["kit", "perks"].flatMap(
    (id) => document.getElementById(id)?.closest("section") ?? [],
  );
  const [kit = document.createElement("div"), perks] = sections.map(boxIn);
  const load = () => loadData<HeroHistory>(`history/heroes/${select.dataset["hero"]}`);
  const show = showData(load, kit, "The earlier kit", (history) => {
    const asked = queryValue("as-of");
    const now = stateAsOf(history, history.patch);
    const state = isDay(asked) ? stateAsOf(history, asked) : undefined;
    const then = state?.since === now?.since ? undefined : state;
    const option = [...select.options].find(({ value }) => value !== "" && value <= asked);
    select.value = then === undefined ? "" : (option?.value ?? "");
    for (const section of sections) section.classList.toggle("of-then", then !== undefined);
    const isMissing = asked !== "" && state === undefined;
    const when = option?.text.replace(": ", ", ") ?? shortDate(asked.slice(0, 10));
    render(
      then && now ? (
        <>
          <Summary then={then} now={now} when={when} />
          <Kit hero={then} today={now} />
        </>
      ) : isMissing ? (
        <p role="alert">There is no state of this hero after {asked}. This is today’s.</p>
      ) : null,
      kit,
    );
    if (perks !== undefined) render(then && now ? <Perks hero={then} today={now} /> : null, perks);
  });
  const choose = () => {
    pushQuery({ "as-of": select.value });
    show();
  };
  select.addEventListener("change", choose);
  if (select.value !== "") choose();
}

const select = document.querySelector<HTMLSelectElement>("#as-of");
if (select !== null) connectEarlierKit(select);
const fold = document.querySelector<HTMLDetailsElement>("#all-names");
if (fold !== null) connectNames(fold);
