import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import type { Figure, HeroDetails, PatchDetails } from "../../../../core/schema/details.ts";
import { showNumber, showUnit } from "../../../full/words.ts";
import { capital, plainReason, shortDate, shortSource } from "../format.ts";
import { LessSureSwitch, splitNote } from "./proof.tsx";

/** The number of figures that are shown. The rest is folded. */
const SHOWN = 6;

/** `history` is known of the kit of today: what its values were before. */
type HeroParts = Pick<HeroDetails, "abilities" | "perks" | "onRecordSince"> &
  Partial<{ id: string; history: readonly PatchDetails[] }>;

/** `today` is given for an earlier state: what differs from it is marked. */
type KitProps = { hero: HeroParts; today?: HeroParts };

/** The abilities of a kit in their order, with all known figures. */
export function Kit({ hero, today }: KitProps) {
  return (
    <>
      <div class="kit">
        {hero.abilities.map(({ id, name, kind, key, description, figures }) => (
          <article key={id} class="ability" id={today === undefined ? id : undefined}>
            <div>
              <h3>
                {name} <span class="tag kind">{key ? KEY_LABELS[key] : capital(kind)}</span>
              </h3>
              {description === null ? null : <p class="small soft">{description}</p>}
              <Gone id={id} today={today?.abilities} />
            </div>
            <Figures part={id} {...{ figures, hero }} today={figuresOf(id, today?.abilities)} />
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
        {hero.perks.map(({ id, name, tier, effect, affects, figures, gap }) => {
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
              {gap === undefined ? null : <p class="proof">{plainReason(gap)}</p>}
              <Figures part={id} {...{ figures, hero }} today={figuresOf(id, today?.perks)} />
            </article>
          );
        })}
      </div>
      <NotYet then={hero.perks} today={today?.perks} />
    </>
  );
}

type Part = HeroParts["abilities" | "perks"][number];

/** Today's figures of a part; none where it has gone. */
function figuresOf(id: string, today: readonly Part[] | undefined) {
  return today && (today.find((part) => part.id === id)?.figures ?? []);
}

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
  part: string;
  figures: readonly Figure[];
  hero: HeroParts;
  today: readonly Figure[] | undefined;
};

/** The figures of an ability or perk, the first one large. Figures that are not sure are marked. */
function Figures({ part, figures, hero, today }: FiguresProps) {
  if (figures.length === 0) return null;
  const shown = figures.length > SHOWN + 1 ? SHOWN : figures.length;
  const list = (some: readonly Figure[]) => (
    <dl class="figures">
      {some.map((figure) => {
        const now = today?.find(({ field }) => field === figure.field);
        const differs = today !== undefined && now?.value !== figure.value;
        const classes = `${figure === figures[0] ? "first" : ""} ${differs ? "differs" : ""}`;
        return (
          <div key={figure.field} class={classes.trim() || undefined}>
            <dt>{figure.label}</dt>
            <dd>
              <Value figure={figure} />
              {figure.gap === undefined ? null : <LessSureSwitch />}
              {differs ? (
                <small class="note">{now ? <Value figure={now} /> : "none"} today</small>
              ) : null}
              <About {...{ part, figure, hero }} />
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

type AboutProps = { part: string; figure: Figure; hero: HeroParts };

/** What a figure holds for, since when, and behind the switch what it rests on. */
function About({ part, figure, hero }: AboutProps) {
  const { field, unit, note, gap, since, source, onRecordSince = hero.onRecordSince } = figure;
  const [plainNote, proofNote] = splitNote(note);
  const patch = hero.history?.find(({ id }) => id === since);
  const was = patch?.changes.find(
    ({ target, scope }) => target.endsWith(`/${part}/${field}`) && scope !== "6v6",
  )?.from;
  return (
    <>
      {plainNote === undefined ? null : <small class="note">{plainNote}</small>}
      {since === undefined ? null : (
        <small class="since">
          since{" "}
          {patch === undefined ? (
            shortDate(since)
          ) : (
            <a href={`../patches/${since}#heroes-${hero.id}`}>{shortDate(since)}</a>
          )}
          {typeof was === "number" ? <span> was {showNumber(was) + showUnit(unit)}</span> : null}
        </small>
      )}
      <small class="proof">
        {gap === undefined ? "two independent sources or more" : plainReason(gap)}
        {proofNote === undefined ? "" : `; ${proofNote}`}
        {since === undefined ? `; not changed since ${shortDate(onRecordSince)}` : ""}:{" "}
        {source === undefined ? (
          <a href="#sources">the sources of this page</a>
        ) : (
          <a href={source}>{shortSource(source)}</a>
        )}
      </small>
    </>
  );
}
