import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import {
  describeSure,
  holdsFor,
  isSure,
  showNumber,
  showUnit,
  wordsOfField,
} from "../../../../core/game/words.ts";
import type { Figure, HeroDetails, PatchDetails } from "../../../../core/schema/details.ts";
import { capital, shortDate, shortSource } from "../format.ts";
import { LessSureSwitch } from "./proof.tsx";

/** The number of figures that are shown. The rest is folded. */
const SHOWN = 6;

/** `history` is known of the kit of today: what its values were before. */
type HeroParts = Pick<HeroDetails, "abilities" | "perks" | "onRecordSince"> &
  Partial<{
    id: string;
    history: readonly PatchDetails[];
    /** Where a reading was read, `<table>/<day>`. */
    readAt: (reading: string) => string | undefined;
  }>;

/** `today` is given for an earlier state: what differs from it is marked. */
type KitProps = { hero: HeroParts; today?: HeroParts };

/** The order of a kit on pages: by key, or by kind. Weapons are first. */
const ORDER = [
  "primaryFire",
  "secondaryFire",
  "ability1",
  "ability2",
  "ability",
  "ultimate",
  "passive",
];

/** The abilities of a kit, with all known figures. */
export function Kit({ hero, today }: KitProps) {
  const place = ({ kind, key }: HeroParts["abilities"][number]) =>
    ORDER.indexOf(key && ORDER.includes(key) ? key : kind);
  const abilities = hero.abilities.toSorted((a, b) => place(a) - place(b));
  return (
    <>
      <div class="kit">
        {abilities.map(({ id, name, kind, key, description, ...part }) => (
          <article key={id} class="ability" id={today === undefined ? id : undefined}>
            <div>
              <h3>
                {name} <span class="tag kind">{key ? KEY_LABELS[key] : capital(kind)}</span>
              </h3>
              {description === null ? null : <p class="small soft">{description}</p>}
              <Gone id={id} today={today?.abilities} />
            </div>
            <Figures part={{ id, ...part }} hero={hero} today={today?.abilities} />
          </article>
        ))}
      </div>
      <NotYet then={hero.abilities} today={today?.abilities} />
    </>
  );
}

/** A hero's perks in their order. */
export function Perks({ hero, today }: KitProps) {
  return (
    <>
      <div class="perks">
        {hero.perks.map((perk) => {
          const { id, name, tier, effect, affects, gap } = perk;
          const affected = hero.abilities.filter((ability) => affects.includes(ability.id));
          return (
            <article key={id} class="card">
              <h3>
                {name} <span class="tag kind">{capital(tier)}</span>
              </h3>
              <p class="small soft">
                {effect}
                {affected.length === 0
                  ? null
                  : ` Affects ${affected.map((one) => one.name).join(", ")}.`}
              </p>
              <Gone id={id} today={today?.perks} />
              {gap === undefined ? null : <p class="proof">{gap}</p>}
              <Figures part={perk} hero={hero} today={today?.perks} />
            </article>
          );
        })}
      </div>
      <NotYet then={hero.perks} today={today?.perks} />
    </>
  );
}

type Part = HeroParts["abilities" | "perks"][number];

function Gone({ id, today }: { id: string; today: readonly Part[] | undefined }) {
  if (today === undefined || today.some((part) => part.id === id)) return null;
  return <p class="small differs">Not in the kit today.</p>;
}

type NotYetProps = { then: readonly Part[]; today: readonly Part[] | undefined };

/** The parts of today that an earlier state did not have. */
function NotYet({ then, today = [] }: NotYetProps) {
  const missing = today.filter(({ id }) => !then.some((part) => part.id === id));
  if (missing.length === 0) return null;
  return <p class="small soft">Not there yet: {missing.map(({ name }) => name).join(", ")}.</p>;
}

type FiguresProps = {
  part: Pick<Part, "id" | "figures" | "unknown">;
  hero: HeroParts;
  today: readonly Part[] | undefined;
};

/** The figures of an ability or perk, the first one large. Figures that are not sure are marked. */
function Figures({ part, hero, today }: FiguresProps) {
  const { id, figures } = part;
  if (figures.length === 0) return null;
  const unknown = Object.keys(part.unknown ?? {})
    .map(wordsOfField)
    .join(", ");
  const partToday = today?.find((one) => one.id === id);
  const shown = figures.length > SHOWN + 1 ? SHOWN : figures.length;
  const list = (some: readonly Figure[]) => (
    <dl class="figures">
      {some.map((figure) => {
        const now = partToday?.figures.find(({ field }) => field === figure.field);
        const none = partToday?.unknown?.[figure.field] === undefined ? "none" : "not known";
        const differs = today !== undefined && now?.value !== figure.value;
        const classes = `${figure === figures[0] ? "first" : ""} ${differs ? "differs" : ""}`;
        return (
          <div key={figure.field} class={classes.trim() || undefined}>
            <dt>{figure.label}</dt>
            <dd>
              <Value figure={figure} />
              {isSure(figure.sure) && figure.gap === undefined ? null : <LessSureSwitch />}
              {differs ? (
                <small class="note">{now ? <Value figure={now} /> : none} today</small>
              ) : null}
              <About part={id} figure={figure} hero={hero} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
  return (
    <div>
      {list(figures.slice(0, shown))}
      {shown === figures.length ? null : (
        <details>
          <summary>{figures.length - shown} more</summary>
          {list(figures.slice(shown))}
        </details>
      )}
      {unknown === "" ? null : <p class="proof">Not known: {unknown}.</p>}
    </div>
  );
}

function Value({ figure: { value, unit } }: { figure: Figure }) {
  return (
    <>
      {typeof value === "number" ? showNumber(value) : value ? "yes" : "no"}
      {showUnit(unit) === "" ? null : <small>{showUnit(unit)}</small>}
    </>
  );
}

/** Links to what was read, with its day. */
function Readings({ sure, hero }: { sure: Figure["sure"]; hero: HeroParts }) {
  const { id = "", readAt } = hero;
  if (sure === undefined || sure.tables.length === 0) return null;
  return (
    <>
      {" ("}
      {sure.tables.map((reading, at) => {
        const url = readAt?.(reading)?.replace("{hero}", id);
        const [table = "", day = ""] = reading.split("/");
        const words = `${table} ${shortDate(day)}`;
        return (
          <>
            {at === 0 ? "" : ", "}
            {url === undefined ? words : <a href={url}>{words}</a>}
          </>
        );
      })}
      )
    </>
  );
}

type AboutProps = { part: string; figure: Figure; hero: HeroParts };

/** What a figure holds for, since when, and behind the switch what it rests on. */
function About({ part, figure, hero }: AboutProps) {
  const { field, unit, readAs, gap, sure, since, source } = figure;
  const { onRecordSince = hero.onRecordSince } = figure;
  const note = holdsFor(figure);
  const patch = hero.history?.find(({ id }) => id === since);
  const change = patch?.changes.find(
    ({ target, scope }) => target.endsWith(`/${part}/${field}`) && scope !== "6v6",
  );
  const was = change?.from;
  return (
    <>
      {note === "" ? null : <small class="note">{note}</small>}
      {since === undefined ? null : (
        <small class="since">
          since{" "}
          {patch === undefined ? (
            shortDate(since)
          ) : (
            <a href={`../patches/${since}#heroes-${hero.id}`}>{shortDate(since)}</a>
          )}
          {typeof was === "number" ? <span> was {showNumber(was) + showUnit(unit)}</span> : null}
          {change?.scope ? <span> in {change.scope}</span> : null}
        </small>
      )}
      <small class="proof">
        {describeSure(sure)}
        <Readings sure={sure} hero={hero} />
        {gap === undefined ? "" : `; ${gap}`}
        {readAs === undefined ? "" : `; ${readAs}`}
        {since === undefined ? `; not changed since ${shortDate(onRecordSince)}` : ""}
        {source === undefined ? null : (
          <>
            ; its last change: <a href={source}>{shortSource(source)}</a>
          </>
        )}
      </small>
    </>
  );
}
