import { Fragment, render } from "preact";
import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import { isOverwatch1, OVERWATCH_1 } from "../../../data/eras.ts";
import { capital, count, shortDate, showNumber } from "../format.ts";
import { LessSure } from "../parts/proof.tsx";
import type { ComparableHero, ComparableHeroes, ComparablePart } from "./data.ts";
import { heroAsOf, patchAsOf } from "./earlier-heroes.ts";
import { loadHeroes, showData } from "./load.ts";

type Sides = { then: readonly ComparablePart[]; now: readonly ComparablePart[] };

/** The figures of a part with today's values beside them; `now` is undefined if there is none. */
function figuresOf({ id, figures }: ComparablePart, today: readonly ComparablePart[]) {
  const own = today.find((part) => part.id === id)?.figures ?? [];
  return figures.map(([label, value, unit, isUnsure]) => {
    const [, now] = own.find(([other, , its]) => other === label && its === unit) ?? [];
    return { label, value, unit, now, isUnsure: isUnsure === 1 };
  });
}

/** Abilities or perks as they were, what differs from today marked. */
function Parts({ then, now, className }: Sides & { className: string }) {
  const missing = now.filter(({ id }) => !then.some((part) => part.id === id));
  return (
    <>
      <div class={className}>
        {then.map((part) => (
          <article key={part.id} class={className === "kit" ? "ability" : "card"}>
            <div>
              <h3>
                {part.name}{" "}
                <span class="tag kind">
                  {className === "kit" && part.key ? KEY_LABELS[part.key] : capital(part.kind)}
                </span>
              </h3>
              {now.some(({ id }) => id === part.id) ? null : (
                <p class="small differs">Not in the kit today.</p>
              )}
            </div>
            <dl class="figures">
              {figuresOf(part, now).map(({ label, value, unit, now: today, isUnsure }) => (
                <div key={label + unit} class={today === value ? "" : "differs"}>
                  <dt>{label}</dt>
                  <dd>
                    {showNumber(value)}
                    <small>{unit}</small>
                    {isUnsure ? <LessSure /> : null}
                    {today === value ? null : (
                      <small class="note">
                        {today === undefined ? "none today" : `${showNumber(today)}${unit} today`}
                      </small>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </article>
        ))}
      </div>
      {missing.length === 0 ? null : (
        <p class="small soft">
          Not there yet:{" "}
          {missing.map(({ id, name }, at) => (
            // Each name is a text of its own, so that it can be shown in another language.
            <Fragment key={id}>
              {at === 0 ? "" : ", "}
              <span>{name}</span>
            </Fragment>
          ))}
          .
        </p>
      )}
    </>
  );
}

/** What an earlier state is: its day, its health, and how many of its values differ from today. */
function Summary({
  then,
  now,
  patch: [id, name],
}: {
  then: ComparableHero;
  now: ComparableHero;
  patch: readonly [string, string];
}) {
  const total = ({ health }: ComparableHero) => health.reduce((sum, part) => sum + part, 0);
  const all = (["abilities", "perks"] as const).flatMap((key) =>
    then[key].flatMap((part) => figuresOf(part, now[key])),
  );
  const differing = all.filter((figure) => figure.now !== figure.value).length;
  return (
    <p class="lead">
      After {shortDate(id.slice(0, 10))}, {name}
      {isOverwatch1(id) ? ` (${OVERWATCH_1})` : ""}:{" "}
      {then.name === now.name ? "" : `named ${then.name}, `}
      {then.role === now.role ? "" : `${then.roleName.toLowerCase()} hero, `}
      {total(then)} health
      {total(then) === total(now) ? "" : `, ${total(now)} today`}. {differing} of{" "}
      {count(all.length, "recorded value")} differ from today.
    </p>
  );
}

/** The state that the address asks for, if it is an earlier one. */
function readAddress({ heroes, patches }: ComparableHeroes, hero: string) {
  const wanted = new URLSearchParams(location.search).get("as-of") ?? "";
  const patch = patchAsOf(patches, wanted);
  const own = heroes.find(({ id }) => id === hero);
  const then = own && patch ? heroAsOf(own, patch[0]) : undefined;
  if (wanted === "" || (own !== undefined && then === own.state)) return undefined;
  return { wanted, patch, then, now: own?.state };
}

/** An empty box at the beginning of a section. */
function boxIn(section: Element): HTMLElement {
  const box = document.createElement("div");
  box.className = "then";
  section.querySelector(".title")?.after(box);
  return box;
}

/** Shows the kit and the perks as they were after the patch of the address, `?as-of=`. */
export function connectEarlierKit(select: HTMLSelectElement): void {
  const hero = select.dataset["hero"] ?? "";
  const sections = ["kit", "perks"].flatMap(
    (id) => document.getElementById(id)?.closest("section") ?? [],
  );
  const [kit = document.createElement("div"), perks] = sections.map(boxIn);
  const show = showData(loadHeroes(), kit, "The earlier kit", (all) => {
    const { wanted = "", patch, then, now } = readAddress(all, hero) ?? {};
    const isThen = patch !== undefined && then !== undefined && now !== undefined;
    const option = [...select.options].find(({ value }) => value !== "" && value <= wanted);
    select.value = isThen ? (option?.value ?? "") : "";
    for (const section of sections) section.classList.toggle("of-then", isThen);
    render(
      isThen ? (
        <>
          <Summary then={then} now={now} patch={patch} />
          <Parts then={then.abilities} now={now.abilities} className="kit" />
        </>
      ) : wanted === "" ? null : (
        <p role="alert">There is no state of this hero after {wanted}. This is today’s.</p>
      ),
      kit,
    );
    const former = isThen ? <Parts then={then.perks} now={now.perks} className="perks" /> : null;
    if (perks !== undefined) render(former, perks);
  });
  const choose = () => {
    const query = new URLSearchParams(location.search);
    if (select.value === "") query.delete("as-of");
    else query.set("as-of", select.value);
    history.pushState(null, "", query.size === 0 ? location.pathname : `?${query}`);
    show();
  };
  select.addEventListener("change", choose);
  if (select.value !== "") choose();
}
