import type { Figure } from "../../../../core/schema/details.ts";
import type { Facts } from "../facts.ts";
import { shortDate, showNumber } from "../format.ts";
import { showUnit } from "../units.ts";
import { LessSure } from "./less-sure.tsx";

/** The number of figures that are shown. The rest is folded. */
const SHOWN = 9;

/** The figures of an ability or perk, the first one large. Figures that are not sure are marked. */
export function Figures({ figures, facts }: { figures: readonly Figure[]; facts: Facts }) {
  if (figures.length === 0) return null;
  const rest = figures.length > SHOWN + 1 ? figures.slice(SHOWN) : [];
  return (
    <>
      <dl class="figures">
        {figures.slice(0, figures.length - rest.length).map((figure, at) => (
          <OneFigure key={figure.field} figure={figure} facts={facts} isFirst={at === 0} />
        ))}
      </dl>
      {rest.length === 0 ? null : (
        <details>
          <summary>{rest.length} more</summary>
          <dl class="figures">
            {rest.map((figure) => (
              <OneFigure key={figure.field} figure={figure} facts={facts} isFirst={false} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function OneFigure({ figure, facts, isFirst }: { figure: Figure; facts: Facts; isFirst: boolean }) {
  const { field, unit, note, gap } = figure;
  return (
    <div class={isFirst ? "first" : undefined}>
      <dt>{facts.labelOf(field)}</dt>
      <dd>
        {shownOf(figure)}
        {showUnit(unit) === "" ? null : <small>{showUnit(unit)}</small>}
        {gap === undefined ? null : <LessSure />}
        {note === undefined ? null : <small class="note">{note}</small>}
      </dd>
    </div>
  );
}

function shownOf({ value }: Figure): string {
  return typeof value === "number" ? showNumber(value) : value ? "yes" : "no";
}

/** What the figures of an ability or perk rest on, and since when each is what it is. */
export function HowSure({
  of,
  figures,
  facts,
}: {
  of: string;
  figures: readonly Figure[];
  facts: Facts;
}) {
  if (figures.length === 0) return null;
  const alike = new Map<string, Figure[]>();
  for (const figure of figures) {
    const key = `${restsOn(figure, facts)} ${figure.source}`;
    alike.set(key, [...(alike.get(key) ?? []), figure]);
  }
  return (
    <details class="gap">
      <summary>
        How sure is this?<span class="vh"> {of}</span>
      </summary>
      <dl>
        {[...alike].map(([key, own]) => (
          <div key={key}>
            <dt>
              {own.map((figure, at) => (
                <>
                  {at === 0 ? "" : ", "}
                  {facts.labelOf(figure.field)}{" "}
                  <b>
                    {shownOf(figure)}
                    {showUnit(figure.unit)}
                  </b>
                </>
              ))}
            </dt>
            <dd>
              {own[0] && restsOn(own[0], facts)}{" "}
              {own[0]?.source === undefined ? null : <a href={own[0].source}>source</a>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function restsOn({ gap, since, onRecordSince }: Figure, { axis }: Facts): string {
  const time =
    since === undefined
      ? `not changed since ${shortDate(onRecordSince ?? axis.from)}`
      : `since ${shortDate(since)}`;
  return `${gap ?? "two independent sources or more"}; ${time}`;
}
