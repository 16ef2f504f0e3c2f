import { render } from "preact";
import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import { healthOf } from "../../../../core/game/state-as-of.ts";
import { holdsFor, showNumber, showUnit, titleOfId } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { Figure, HeroDetails } from "../../../../core/schema/details.ts";
import { capital } from "../format.ts";
import { percent } from "../parts/balance-chart.tsx";
import { describeKinds, HealthBar } from "../parts/health-bar.tsx";
import { inKitOrder, isWeak, KEY_FIELDS, ORDER, slotOf, Value } from "../parts/kit.tsx";
import { LessSure, LessSureKey } from "../parts/proof.tsx";
import { HeroLink } from "./choices.tsx";
import { addressOf, loadData, queryValue, showData } from "./load.ts";

/** The most columns. A phone has room for three. */
const MOST = 3;

/** So many values that only one hero has are shown. */
const SHOWN = 4;

/** What an ability or a perk of a hero has for the table. */
type Part = {
  name: string;
  path: string;
  about?: string | null;
  figures: readonly Figure[];
  unknown?: Readonly<Record<string, unknown>> | undefined;
};

/** What heroes have in one place of their kits. Perks of one place are of different kinds. */
type Slot = { title: string; parts: readonly (Part | undefined)[]; isPerk: boolean };

/** Values of which it is decided that less is better. Of health, more is. */
const BETTER_LESS = ["cooldown", "reloadTime", "ultimateCost"];

/** Each key in the order of a kit, then perks. */
function slotsOf(heroes: readonly HeroDetails[]): Slot[] {
  const parts = heroes.map((hero) => {
    const partOf = (part: HeroDetails["abilities" | "perks"][number]): Part => ({
      ...part,
      about: "effect" in part ? part.effect : null,
      path: `heroes/${hero.id}#${"effect" in part ? "perks" : part.id}`,
    });
    return grouped([
      ...inKitOrder(hero.abilities).map((part) => [slotOf(part), partOf(part)] as const),
      ...hero.perks.map((part) => [`${part.tier} perk`, partOf(part)] as const),
    ]);
  });
  const slots = [...new Set([...ORDER, ...parts.flatMap((own) => [...own.keys()])])];
  return slots.flatMap((slot) => {
    const own = parts.map((one) => one.get(slot) ?? []);
    const title = Object.entries(KEY_LABELS).find(([key]) => key === slot)?.[1];
    return Array.from({ length: Math.max(...own.map(({ length }) => length)) }, (_, at) => ({
      title: title ?? capital(slot),
      parts: own.map((some) => some[at]),
      isPerk: !ORDER.includes(slot),
    }));
  });
}

/** The rows of a slot: its names, what two or more have, then what only one has. */
function RowsOf({ slot: { title, parts, isPerk } }: { slot: Slot }) {
  const all = parts.flatMap((part) => part?.figures ?? []);
  const fields = [...new Set([...KEY_FIELDS, ...all.map(({ field }) => field)])];
  const isCompared = (field: string) =>
    !isPerk &&
    all.some((one) => one.field === field) &&
    parts.filter((part) => figureOf(part, field) ?? part?.unknown?.[field]).length > 1;
  const compared = fields.filter(isCompared);
  const alone = fields.filter((field) => !isCompared(field));
  return (
    <>
      <tr class="slot">
        <th scope="row">{title}</th>
        {parts.map((part, at) => (
          <td key={at}>
            {part === undefined ? (
              <span class="soft">none</span>
            ) : (
              <a href={addressOf(part.path)}>{part.name}</a>
            )}
            {part?.about ? <span class="small soft"> {part.about}</span> : null}
          </td>
        ))}
      </tr>
      {compared.map((field) => (
        <Row key={field} field={field} parts={parts} />
      ))}
      {all.some(({ field }) => alone.includes(field)) ? (
        <tr>
          <th scope="row">{isPerk ? "Values" : "Only one has"}</th>
          {parts.map((part, at) => (
            <td key={at} class="small">
              {part === undefined ? null : (
                <Alone
                  part={part}
                  figures={alone.flatMap((field) => figureOf(part, field) ?? [])}
                />
              )}
            </td>
          ))}
        </tr>
      ) : null}
    </>
  );
}

const figureOf = (part: Part | undefined, field: string) =>
  part?.figures.find((one) => one.field === field);

type AloneProps = { part: Part; figures: readonly Figure[] };

/** Values that the other heroes do not have. */
function Alone({ part, figures }: AloneProps) {
  const rest = figures.length - SHOWN;
  return (
    <ul>
      {figures.slice(0, SHOWN).map((figure) => (
        <li key={figure.field}>
          {capital(figure.label)} <Value figure={figure} />
          {isWeak(figure) ? <LessSure /> : null} <span class="soft">{holdsFor(figure)}</span>
        </li>
      ))}
      {rest > 0 ? (
        <li>
          <a href={addressOf(part.path)}>{rest} more</a>
        </li>
      ) : null}
    </ul>
  );
}

/** One kind of value. Only numbers of one unit that hold for the same are compared. */
function Row({ field, parts }: Pick<Slot, "parts"> & { field: string }) {
  const figures = parts.map((part) => figureOf(part, field));
  const [one] = figures.filter((figure) => figure !== undefined);
  const isAlike = (figure: Figure | undefined) =>
    typeof figure?.value === "number" &&
    figure.unit === one?.unit &&
    holdsFor(figure) === holdsFor(one);
  const numbers = figures.every(isAlike) ? figures.map((figure) => Number(figure?.value)) : [];
  const [first = 0] = numbers;
  const isSame = new Set(numbers).size === 1;
  const isDecided = BETTER_LESS.includes(field) && !isSame;
  return (
    <tr class={isSame ? "same" : undefined}>
      <th scope="row">{capital(one?.label ?? "")}</th>
      {figures.map((figure, at) => (
        <td key={at}>
          {figure === undefined ? (
            <Missing part={parts[at]} field={field} />
          ) : (
            <p>
              <span>
                <Value figure={figure} />
                {isWeak(figure) ? <LessSure /> : null}
              </span>{" "}
              <span class="small soft">
                {at > 0 && numbers.length > 0 ? (
                  <b>{difference(Number(figure.value) - first, figure.unit)} </b>
                ) : null}
                {isDecided && figure.value === Math.min(...numbers) ? <Better /> : null}{" "}
                {holdsFor(figure)}
              </span>
            </p>
          )}
          {Math.min(0, ...numbers) === 0 && numbers.length > 0 ? (
            <svg class="health" width="100%" height="6" aria-hidden="true">
              <rect
                class="standard"
                width={percent((numbers[at] ?? 0) / Math.max(...numbers))}
                height="6"
              />
            </svg>
          ) : null}
        </td>
      ))}
    </tr>
  );
}

const Better = () => <span class="tag">better</span>;

/** Why there is no value: it is not known, or none is expected. */
function Missing({ part, field }: { part: Part | undefined; field: string }) {
  return part?.unknown?.[field] === undefined ? (
    <span class="soft">none recorded</span>
  ) : (
    <a href={addressOf(part.path)}>not known</a>
  );
}

/** Total health, and what of it is armor and shields. It is as sure as the least sure of it. */
function HealthRow({ heroes }: { heroes: readonly HeroDetails[] }) {
  const all = heroes.map(({ health }) => healthOf(health));
  const most = Math.max(...all.map(({ total }) => total));
  const isSame = all.every(({ total }) => total === most);
  return (
    <tr class={isSame ? "same" : undefined}>
      <th scope="row">Health</th>
      {heroes.map(({ id, health }, at) => {
        const own = healthOf(health);
        return (
          <td key={id}>
            <p>
              <span>
                <b>{own.total}</b>
                {health.some(isWeak) ? <LessSure /> : null}
              </span>{" "}
              <span class="small soft">
                {at > 0 ? <b>{difference(own.total - (all[0]?.total ?? 0), "hp")} </b> : null}
                {!isSame && own.total === most ? <Better /> : null} {describeKinds(own)}
              </span>
            </p>
            <HealthBar health={own} scale={most} height={10} hasTicks />
          </td>
        );
      })}
    </tr>
  );
}

/** `25 more`, `2.5 s less` or `same`. Steps of percentages are points. */
function difference(step: number, unit: Figure["unit"]): string {
  const by = Math.round(step * 1000) / 1000;
  if (by === 0) return "same";
  const size = showNumber(Math.abs(by)) + (unit === "%" ? " points" : showUnit(unit));
  return `${size} ${by > 0 ? "more" : "less"}`;
}

type ChosenProps = { heroes: readonly HeroDetails[]; remove?: ((id: string) => void) | undefined };

/** The heroes by slot. One alone waits for a second one. */
function Comparison({ heroes, remove }: ChosenProps) {
  const [first] = heroes;
  const isAlone = heroes.length < 2;
  return (
    <>
      {isAlone ? null : (
        <p class="key-line">
          <span>Differences are to {first?.name}, between numbers that count the same.</span>
          <span>
            <Better /> more health, a shorter cooldown or reload, a cheaper ultimate; other values
            are not judged
          </span>
          <LessSureKey />
        </p>
      )}
      <table class="side-by-side">
        <thead>
          <tr>
            <td />
            {heroes.map((hero) => (
              <th key={hero.id} scope="col">
                <span class="row">
                  <HeroLink hero={hero} />
                  {remove === undefined ? null : (
                    <button
                      type="button"
                      class="chip"
                      aria-label={`Remove ${hero.name}`}
                      onClick={() => remove(hero.id)}
                    >
                      ×
                    </button>
                  )}
                </span>
                <span class="label">
                  {[hero.role, hero.subrole].flatMap((id) => (id ? titleOfId(id) : [])).join(", ")}
                </span>
              </th>
            ))}
            {isAlone ? <th scope="col">Now choose a second hero.</th> : null}
          </tr>
        </thead>
        <tbody>
          <HealthRow heroes={heroes} />
          {isAlone ? null : slotsOf(heroes).map((slot, at) => <RowsOf key={at} slot={slot} />)}
        </tbody>
      </table>
    </>
  );
}

/** The hero that a tile adds to the comparison. */
const heroOf = ({ search }: HTMLAnchorElement) => new URLSearchParams(search).get("h") ?? "";

/** Reads `?h=ana,mercy`: the ids of the heroes to compare, each once, and unknown ones. */
function readAddress(tiles: readonly HTMLAnchorElement[]) {
  const names = tiles.map(heroOf);
  const ids = [
    ...new Set((queryValue("h") || queryValue("heroes")).toLowerCase().split(",")),
  ].filter((id) => id !== "");
  const known = ids.filter((id) => names.includes(id));
  return { ids: known.slice(0, MOST), unknown: ids.filter((id) => !names.includes(id)) };
}

function connect(box: HTMLElement, picker: HTMLDetailsElement): void {
  const tiles = [...picker.querySelectorAll<HTMLAnchorElement>(".tile-grid a")];
  const example = box.dataset["example"]?.split(",") ?? [];
  const load = (id: string) => loadData<HeroDetails>(`details/heroes/${id}`);
  const mark = () => {
    const { ids } = readAddress(tiles);
    picker.open = ids.length < 2;
    for (const tile of tiles) tile.toggleAttribute("aria-current", ids.includes(heroOf(tile)));
    return Promise.all((ids.length === 0 ? example : ids).map(load));
  };
  const change = showData(mark, box, "The heroes", (heroes) => {
    const { ids, unknown } = readAddress(tiles);
    render(
      <>
        {unknown.length > 0 && <p role="alert">There is no hero called {unknown.join(", ")}.</p>}
        {ids.length > 0 ? null : (
          <h2>
            An example: {heroes.map(({ name }) => name).join(" and ")}, the newest {heroes[0]?.role}{" "}
            heroes
          </h2>
        )}
        <Comparison
          heroes={heroes}
          remove={
            ids.length === 0 ? undefined : (id) => choose(ids.filter((other) => other !== id))
          }
        />
      </>,
      box,
    );
  });
  const choose = (ids: readonly string[]) => change({ h: ids.join(","), heroes: "" });
  for (const tile of tiles)
    tile.addEventListener("click", (event) => {
      event.preventDefault();
      const { ids } = readAddress(tiles);
      const id = heroOf(tile);
      const others = ids.filter((other) => other !== id);
      choose(others.length < ids.length ? others : [...ids.slice(0, MOST - 1), id]);
    });
}

const box = document.querySelector<HTMLElement>("#side-by-side");
const picker = document.querySelector<HTMLDetailsElement>("#picker");
if (box !== null && picker !== null) connect(box, picker);
