import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import {
  describeSure,
  holdsFor,
  isSure,
  showNumber,
  showUnit,
  sumOfShot,
  wordsOfField,
} from "../../../../core/game/words.ts";
import type { Figure, HeroDetails, PatchDetails } from "../../../../core/schema/details.ts";
import { capital, shortDate, shortSource } from "../format.ts";
import { Mark } from "./mark.tsx";
import { LessSureKey, LessSureSwitch } from "./proof.tsx";

/** The number of figures that stand out. */
const KEY = 4;

/** The figures that come first, in their order. Totals come before what they are made of. */
export const KEY_FIELDS = [
  "cooldown",
  "ultimateCost",
  "damage",
  "healing",
  "damagePerSecond",
  "healingPerSecond",
  "health",
  "duration",
  "fireRate",
  "ammo",
  "reloadTime",
];

/** What is known of the kit of today only: how its values changed, and where they were read. */
type HeroParts = Pick<HeroDetails, "abilities" | "perks" | "onRecordSince"> &
  Partial<{
    id: string;
    history: readonly PatchDetails[];
    /** The changes of this season, which are marked. */
    ofSeason: PatchDetails["changes"];
    /** The address of a reading, `<table>/<day>`. */
    readAt: (reading: string) => string | undefined;
  }>;

/** `today` is given for an earlier state: what differs from it is marked. */
type KitProps = { hero: HeroParts; today?: HeroParts | undefined };

/** The order of a kit on pages: by key, or by kind. Weapons are first. */
export const ORDER = [
  "primaryFire",
  "secondaryFire",
  "ability1",
  "ability2",
  "ability",
  "ultimate",
  "passive",
];

/** The key or the kind of an ability, of which `ORDER` has the order. */
export function slotOf({ kind, key }: HeroParts["abilities"][number]): string {
  return key && ORDER.includes(key) ? key : kind;
}

/** Abilities in the order of pages. */
export function inKitOrder(abilities: HeroParts["abilities"]): HeroParts["abilities"] {
  const place = (part: HeroParts["abilities"][number]) => ORDER.indexOf(slotOf(part));
  return abilities.toSorted((a, b) => place(a) - place(b));
}

/** The abilities and perks of a kit with all known figures, then what the figures rest on. */
export function Kit({ hero, today }: KitProps) {
  const abilities = inKitOrder(hero.abilities);
  const figures = partsOf({ ...hero, abilities }).flatMap((part) => part.figures);
  const ids = partsOf(hero).map(({ id }) => id);
  const missing = today ? partsOf(today).filter(({ id }) => !ids.includes(id)) : [];
  const notes = [...new Map(figures.map((figure) => [restOf(figure), figure]))];
  const [first] = abilities;
  const shared = { hero, today, notes: notes.map(([rest]) => rest) };
  return (
    <>
      <p class="proof">
        {figures.filter(isWeak).length} of {figures.length} values are <LessSureKey />
      </p>
      {abilities.map((part) => (
        <Article
          key={part.id}
          part={part}
          kind={part.key ? KEY_LABELS[part.key] : capital(part.kind)}
          about={part.description}
          twin={first && part.name.startsWith(`${first.name} (`) ? first : undefined}
          {...shared}
        />
      ))}
      {hero.perks.length === 0 ? null : (
        <h3 class="perks" id={today === undefined ? "perks" : undefined}>
          Perks
        </h3>
      )}
      <div class="perks">
        {hero.perks.map((part) => {
          const affected = abilities.filter(({ id }) => part.affects.includes(id));
          const affects = affected.map(({ name }) => name).join(", ");
          return (
            <Article
              key={part.id}
              part={part}
              kind={capital(part.tier)}
              about={[part.effect, affects && `Affects ${affects}.`].filter(Boolean).join(" ")}
              {...shared}
            />
          );
        })}
      </div>
      {missing.length === 0 ? null : (
        <p class="small soft">Not there yet: {missing.map(({ name }) => name).join(", ")}.</p>
      )}
      <ol class="proof notes">
        {notes.map(([rest, figure]) => (
          <Note key={rest} figure={figure} hero={hero} />
        ))}
      </ol>
    </>
  );
}

type Part = HeroParts["abilities" | "perks"][number];

const partsOf = ({ abilities, perks }: HeroParts): Part[] => [...abilities, ...perks];

type ArticleProps = KitProps & {
  part: Part;
  kind: string;
  about: string | null;
  /** The first fire of the same weapon. What is equal is said there. */
  twin?: Part | undefined;
  /** What values rest on, by the number of their note. */
  notes: readonly string[];
};

/** An ability or perk: what it is, and its figures, the key ones first. */
function Article(props: ArticleProps) {
  const { part, kind, about, twin, hero, today } = props;
  const { id, name, figures, unknown = {} } = part;
  const partToday = today && partsOf(today).find((one) => one.id === id);
  const isSaid = (figure: Figure) =>
    today === undefined &&
    twin?.figures.some(
      (one) =>
        one.field === figure.field &&
        one.value === figure.value &&
        one.gap === figure.gap &&
        isWeak(one) === isWeak(figure) &&
        holdsFor(one) === holdsFor(figure),
    );
  const place = ({ field }: Figure) => KEY_FIELDS.indexOf(field) + 1 || KEY_FIELDS.length + 1;
  const own = figures.filter((figure) => !isSaid(figure)).sort((a, b) => place(a) - place(b));
  const isAbility = "kind" in part;
  const key = isAbility ? own.slice(0, KEY) : [];
  const others = own.slice(key.length);
  const isNew = hero.ofSeason?.some(
    ({ target, from }) => from === undefined && target.endsWith(`/${id}`),
  );
  const list = (some: readonly Figure[], kind = "figures") =>
    some.length === 0 ? null : (
      <dl class={kind}>
        {some.map((figure) => (
          <Cell key={figure.field} figure={figure} {...props} partToday={partToday} isNew={isNew} />
        ))}
      </dl>
    );
  return (
    <article class="ability" id={today === undefined ? id : undefined}>
      <div>
        <h3>
          {name} <span class="tag kind">{kind}</span>{" "}
          {isNew ? <span class="tag plain">new</span> : null}
        </h3>
        {about ? <p class="small soft">{about}</p> : null}
        {today === undefined || partToday ? null : (
          <p class="small differs">Not in the kit today.</p>
        )}
        {"gap" in part && part.gap ? <p class="proof">{part.gap}</p> : null}
      </div>
      <div>
        {list(key, "figures key")}
        {!isAbility || others.length < 2 ? (
          list(others)
        ) : (
          <details class="fold">
            <summary>{others.length} more</summary>
            {list(others)}
          </details>
        )}
        {own.length === figures.length ? null : (
          <p class="small soft">
            As {twin?.name}:{" "}
            {figures
              .filter(isSaid)
              .map(({ label }) => label)
              .join(", ")}
            .
          </p>
        )}
        {Object.keys(unknown).length === 0 ? null : (
          <p class="proof">Not known: {Object.keys(unknown).map(wordsOfField).join(", ")}.</p>
        )}
      </div>
    </article>
  );
}

type CellProps = ArticleProps & {
  figure: Figure;
  /** Whether the part came this season, and its values with it. */
  isNew: boolean | undefined;
  partToday: Part | undefined;
};

/**
 * A figure: label and value, then what it holds for, what it was and since when. What changed this
 * season has its colour; the dates of the others are behind a switch.
 */
function Cell({ part, figure, isNew, partToday, hero, today, notes }: CellProps) {
  const { field, unit, label, since } = figure;
  const now = partToday?.figures.find((one) => one.field === field);
  const differs = today !== undefined && now?.value !== figure.value;
  const patch = hero.history?.find(({ id }) => id === since);
  const change = patch?.changes.find(
    ({ target, scope }) => target.endsWith(`/${part.id}/${field}`) && scope !== "6v6",
  );
  const isOfSeason = change !== undefined && !isNew && hero.ofSeason?.includes(change);
  const from = typeof change?.from === "number" ? showNumber(change.from) : undefined;
  const sum =
    field === "damage" &&
    sumOfShot((name) => part.figures.find((one) => one.field === name)?.value);
  const said = [sum && `= ${sum}`, holdsFor(figure)].filter(Boolean).join(" · ");
  return (
    <div class={differs ? "differs" : isOfSeason ? change.effect : undefined}>
      <dt>{label}</dt>
      <dd>
        {isOfSeason ? <Mark effect={change.effect} /> : null}{" "}
        {isOfSeason && from !== undefined ? <span class="soft">{from} → </span> : null}
        <Value figure={figure} />
        {isWeak(figure) ? <LessSureSwitch /> : null}
        <sup class="proof">[{notes.indexOf(restOf(figure)) + 1}]</sup>
      </dd>
      <dd class="small soft">
        {said}{" "}
        {differs ? (
          <span>
            {said && "· "}
            {now ? (
              <Value figure={now} />
            ) : partToday?.unknown?.[field] === undefined ? (
              "none"
            ) : (
              "not known"
            )}{" "}
            today
          </span>
        ) : null}
        <span class="since">
          {said && "· "}
          {from === undefined || isOfSeason ? "" : `was ${from}${showUnit(unit)} · `}
          {patch === undefined ? (
            (since ? "since " : "not changed since ") +
            shortDate(since ?? figure.onRecordSince ?? hero.onRecordSince)
          ) : (
            <>
              since <a href={`../patches/${since}#heroes-${hero.id}`}>{shortDate(patch.date)}</a>
              {change?.scope ? ` in ${change.scope}` : ""}
            </>
          )}
        </span>
      </dd>
    </div>
  );
}

/** Whether a figure has the mark of what is less sure. */
export const isWeak = ({ sure, gap }: Figure) => !isSure(sure) || gap !== undefined;

/** What makes figures have the same note. */
const restOf = ({ sure, gap, readAs }: Figure) => JSON.stringify([sure, gap, readAs]);

/** A number with its unit, or `yes` or `no`. */
export function Value({ figure: { value, unit } }: { figure: Figure }) {
  return (
    <>
      <b>{typeof value === "number" ? showNumber(value) : value ? "yes" : "no"}</b>
      {showUnit(unit)}
    </>
  );
}

/** What figures rest on, with links to what was read and its day. */
function Note({ figure: { sure, gap, readAs }, hero }: { figure: Figure; hero: HeroParts }) {
  return (
    <li>
      {describeSure(sure)}
      {sure?.tables.map((reading, at) => {
        const [, day = ""] = reading.split("/");
        const url = hero.readAt?.(reading);
        return (
          <>
            {at === 0 ? ": " : ", "}
            {url && <a href={url.replace("{hero}", hero.id ?? "")}>{shortSource(url)}</a>}{" "}
            {shortDate(day)}
          </>
        );
      })}
      {gap === undefined ? "" : `; ${gap}`}
      {readAs === undefined ? "" : `; ${readAs}`}
    </li>
  );
}
