import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import type { Figure, HeroDetails } from "../../../../core/schema/details.ts";
import type { Hero } from "../../../../core/schema/hero.ts";
import type { Facts } from "../facts.ts";
import { capital, plainReason, shortDate, showNumber, showUnit } from "../format.ts";
import { LessSure, splitNote } from "./proof.tsx";
import { nameOf } from "./sources.tsx";

/** The number of figures that are shown. The rest is folded. */
const SHOWN = 6;

type KitProps = { hero: Hero; details: HeroDetails; facts: Facts };

/** The abilities of a kit in their order, with all known figures. */
export function Kit({ hero, details, facts }: KitProps) {
  return (
    <div class="kit">
      {hero.abilities.map(({ id, name, kind, description }) => {
        const { key, figures = [] } = details.abilities.find((one) => one.id === id) ?? {};
        return (
          <article key={id} class="ability" id={id}>
            <div>
              <h3>
                {name} <span class="tag kind">{key ? KEY_LABELS[key] : capital(kind)}</span>
              </h3>
              {description === null ? null : <p class="small soft">{description}</p>}
            </div>
            <Figures figures={figures} facts={facts} />
          </article>
        );
      })}
    </div>
  );
}

/** A hero's perks in their order. */
export function Perks({ details, facts }: Omit<KitProps, "hero">) {
  return (
    <div class="perks">
      {details.perks.map(({ id, name, tier, effect, affects, figures, gap }) => {
        const affected = details.abilities.filter((ability) => affects.includes(ability.id));
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
            {gap === undefined ? null : <p class="proof">{plainReason(gap)}</p>}
            <Figures figures={figures} facts={facts} />
          </article>
        );
      })}
    </div>
  );
}

type FiguresProps = { figures: readonly Figure[]; facts: Facts };

/** The figures of an ability or perk, the first one large. Figures that are not sure are marked. */
function Figures({ figures, facts }: FiguresProps) {
  if (figures.length === 0) return null;
  const shown = figures.length > SHOWN + 1 ? SHOWN : figures.length;
  const list = (some: readonly Figure[]) => (
    <dl class="figures">
      {some.map((figure) => (
        <OneFigure
          key={figure.field}
          figure={figure}
          isFirst={figure === figures[0]}
          facts={facts}
        />
      ))}
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

/** A figure: its value, since when it holds, and behind the switch what it rests on. */
function OneFigure({
  figure,
  isFirst,
  facts,
}: Omit<FiguresProps, "figures"> & { figure: Figure; isFirst: boolean }) {
  const { field, value, unit, note, gap, since } = figure;
  const [plainNote, proofNote] = splitNote(note);
  const shownUnit = showUnit(unit);
  return (
    <div class={isFirst ? "first" : undefined}>
      <dt>{facts.labelOf(field)}</dt>
      <dd>
        {typeof value === "number" ? showNumber(value) : value ? "yes" : "no"}
        {shownUnit === "" ? null : <small>{shownUnit}</small>}
        {gap === undefined ? null : <LessSure />}
        {plainNote === undefined ? null : <small class="note">{plainNote}</small>}
        {since === undefined ? null : <small class="since">since {shortDate(since)}</small>}
        <small class="proof">
          {gap === undefined ? "two independent sources or more" : plainReason(gap)}
          {proofNote === undefined ? "" : `; ${proofNote}`}
          {since === undefined
            ? `; not changed since ${shortDate(figure.onRecordSince ?? facts.axis.from)}`
            : ""}
          : <FigureSource figure={figure} facts={facts} />
        </small>
      </dd>
    </div>
  );
}

/** Who says so: the source of the last change, the notes of its patch, or those of the page. */
function FigureSource({ figure: { source, since }, facts }: { figure: Figure; facts: Facts }) {
  const notes = facts.patches.find(({ id }) => id === since)?.sourceUrl;
  const url = source ?? notes ?? undefined;
  return url === undefined ? (
    <a href="#sources">the sources of this page</a>
  ) : (
    <a href={url}>{nameOf(url)}</a>
  );
}
