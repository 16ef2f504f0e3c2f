import { render } from "preact";
import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import { healthOf } from "../../../../core/game/state-as-of.ts";
import { holdsFor, showNumber, titleOfId } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { Figure, HeroDetails } from "../../../../core/schema/details.ts";
import { capital } from "../format.ts";
import { percent } from "../parts/balance-chart.tsx";
import { inKitOrder, isWeak, KEY_FIELDS, ORDER, slotOf, Value } from "../parts/kit.tsx";
import { LessSure, LessSureKey } from "../parts/proof.tsx";
import { HeroLink } from "./choices.tsx";
import { addressOf, loadData, pushQuery, queryValue, showData } from "./load.ts";

/** The most columns. A phone has room for three. */
const MOST = 3;

/** What an ability, a perk or the health of a hero has for the table. */
type Part = {
  name: string;
  path: string;
  about?: string | null;
  figures: readonly Figure[];
  unknown?: Readonly<Record<string, unknown>> | undefined;
};

/** What heroes have in one place of their kits. */
type Slot = { title: string; parts: readonly (Part | undefined)[] };

/** Values of one kind, of which it is decided which is better: more health, less of the others. */
const DECIDED = ["health", "cooldown", "reloadTime", "ultimateCost"];

/** Health, then each key in the order of a kit, then perks. */
function slotsOf(heroes: readonly HeroDetails[]): Slot[] {
  const parts = heroes.map((hero) => {
    const partOf = (part: HeroDetails["abilities" | "perks"][number]): Part => ({
      ...part,
      about: "effect" in part ? part.effect : null,
      path: `heroes/${hero.id}#${"effect" in part ? "perks" : part.id}`,
    });
    return grouped([
      ["health", { name: "", path: "", figures: healthFigures(hero) }],
      ...inKitOrder(hero.abilities).map((part) => [slotOf(part), partOf(part)] as const),
      ...hero.perks.map((part) => [`${part.tier} perk`, partOf(part)] as const),
    ]);
  });
  const slots = [...new Set(parts.flatMap((own) => [...own.keys()]))];
  return ["health", ...ORDER, ...slots.filter((slot) => !ORDER.includes(slot)).slice(1)].flatMap(
    (slot) => {
      const own = parts.map((one) => one.get(slot) ?? []);
      const title = Object.entries(KEY_LABELS).find(([key]) => key === slot)?.[1];
      return Array.from({ length: Math.max(...own.map(({ length }) => length)) }, (_, at) => ({
        title: title ?? capital(slot),
        parts: own.map((some) => some[at]),
      }));
    },
  );
}

/** A hero's health, and what of it is armor and shields. It is as sure as the least sure of it. */
function healthFigures({ health }: HeroDetails): Figure[] {
  const { total, armor, shields } = healthOf(health);
  const [least] = [...health.filter(isWeak), ...health];
  return Object.entries({ health: total, armor, shields }).flatMap(([field, value]) =>
    least && value > 0 ? [{ ...least, field, label: field, value }] : [],
  );
}

/** The rows of a slot. What only one hero has is `alone`, unless it is a key figure. */
function RowsOf({ slot: { title, parts } }: { slot: Slot }) {
  const all = parts.flatMap((part) => part?.figures ?? []);
  const fields = new Set([...KEY_FIELDS, ...all.map(({ field }) => field)]);
  return (
    <>
      {title === "Health" ? null : (
        <tr class="slot">
          <th scope="row">{title}</th>
          {parts.map((part, at) => (
            <td key={at}>
              {part === undefined ? "–" : <a href={addressOf(part.path)}>{part.name}</a>}
              {part?.about ? <span class="small soft"> {part.about}</span> : null}
            </td>
          ))}
        </tr>
      )}
      {[...fields].map((field) => {
        const figures = parts.map((part) => part?.figures.find((one) => one.field === field));
        const isOpen = title === "Health" || KEY_FIELDS.includes(field);
        const isAlone = figures.filter(Boolean).length === 1 && !isOpen;
        return all.some((one) => one.field === field) ? (
          <Row key={field} figures={figures} parts={parts} isAlone={isAlone} />
        ) : null;
      })}
    </>
  );
}

type RowProps = Pick<Slot, "parts"> & {
  figures: readonly (Figure | undefined)[];
  isAlone: boolean;
};

/** One kind of value: differences where each hero has a number, bars where one is better. */
function Row({ figures, parts, isAlone }: RowProps) {
  const [one] = figures.filter((figure) => figure !== undefined);
  const { field = "", label = "" } = one ?? {};
  const numbers = figures.map((figure) => Number(figure?.value ?? Number.NaN));
  const [first = 0] = numbers;
  const isHealth = field === "health";
  const isOfHero = parts.every((part) => part?.path === "");
  const isDecided = DECIDED.includes(field) && isHealth === isOfHero && new Set(numbers).size > 1;
  const best = Math[isHealth ? "max" : "min"](...numbers);
  return (
    <tr class={isAlone ? "alone" : undefined}>
      <th scope="row">{capital(label)}</th>
      {figures.map((figure, at) => (
        <td key={at}>
          {figure === undefined ? (
            <span class="soft">{parts[at]?.unknown?.[field] ? "not known" : "–"}</span>
          ) : (
            <p>
              <span>
                <Value figure={figure} />
                {isWeak(figure) ? <LessSure /> : null}
              </span>{" "}
              <span class="small soft">
                {at > 0 && numbers.every(Number.isFinite) && typeof figure.value === "number" ? (
                  <b>{difference(figure.value - first)} </b>
                ) : null}
                {isDecided && figure.value === best ? <span class="tag">better</span> : null}{" "}
                {holdsFor(figure)}
              </span>
            </p>
          )}
          {isDecided && Number.isFinite(best) ? (
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

/** `+25`, `−2.5` or `same`. */
function difference(step: number): string {
  const by = Math.round(step * 1000) / 1000;
  return by === 0 ? "same" : (by > 0 ? "+" : "") + showNumber(by);
}

/** The heroes by slot. A switch shows what only one of them has. */
function Comparison({ heroes }: { heroes: readonly HeroDetails[] }) {
  const [first] = heroes;
  if (first === undefined) return <p class="lead">Choose two or three heroes.</p>;
  if (heroes.length < 2) return <p class="lead">Choose a hero to compare {first.name} with.</p>;
  return (
    <>
      <p class="key-line">
        <span>Differences are to {first.name}.</span> <LessSureKey />
        <label class="chip">
          <input type="checkbox" id="alone" /> Also what only one has
        </label>
      </p>
      <table class="side-by-side">
        <thead>
          <tr>
            <td />
            {heroes.map((hero) => (
              <th key={hero.id} scope="col">
                <HeroLink hero={hero} />
                <span class="label">
                  {capital(hero.role)}, {hero.subrole === null ? "none" : titleOfId(hero.subrole)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slotsOf(heroes).map((slot, at) => (
            <RowsOf key={at} slot={slot} />
          ))}
        </tbody>
      </table>
      <p class="small soft">
        What a value rests on, and what has no number, is on the page of the hero.
      </p>
    </>
  );
}

/** Reads `?h=ana,mercy`: the ids of the heroes to compare, each once, and unknown ones. */
function readAddress(names: ReadonlyMap<string, string>) {
  const ids = [...new Set(queryValue("h").toLowerCase().split(","))].filter((id) => id !== "");
  const known = ids.filter((id) => names.has(id));
  return { ids: known.slice(0, MOST), unknown: ids.filter((id) => !names.has(id)) };
}

function connect(box: HTMLElement, selects: readonly HTMLSelectElement[]): void {
  const options = [...(selects[0]?.options ?? [])].filter(({ value }) => value !== "");
  const names = new Map(options.map(({ value, text }) => [value, text]));
  const load = (id: string) => loadData<HeroDetails>(`details/heroes/${id}`);
  const show = showData(
    () => Promise.all(readAddress(names).ids.map(load)),
    box,
    "The heroes",
    (heroes) => {
      for (const [at, select] of selects.entries()) select.value = heroes[at]?.id ?? "";
      const { unknown } = readAddress(names);
      render(
        <>
          {unknown.length > 0 && <p role="alert">There is no hero called {unknown.join(", ")}.</p>}
          <Comparison heroes={heroes} />
        </>,
        box,
      );
    },
  );
  for (const select of selects)
    select.addEventListener("change", () => {
      const ids = new Set(selects.map(({ value }) => value).filter((id) => id !== ""));
      pushQuery({ h: [...ids].join(",") });
      show();
    });
}

const box = document.querySelector<HTMLElement>("#side-by-side");
const selects = document.querySelectorAll<HTMLSelectElement>("#picker select");
if (box !== null) connect(box, [...selects]);
