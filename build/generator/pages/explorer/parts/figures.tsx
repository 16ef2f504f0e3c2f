import type { Figure } from "../../../../core/schema/details.ts";
import type { Facts } from "../facts.ts";
import { showNumber } from "../format.ts";
import { showUnit } from "../units.ts";

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
  const { field, value, unit, note, gap } = figure;
  const shown = typeof value === "number" ? showNumber(value) : value ? "yes" : "no";
  return (
    <div class={isFirst ? "first" : undefined}>
      <dt>{facts.labelOf(field)}</dt>
      <dd>
        {shown}
        {showUnit(unit) === "" ? null : <small>{showUnit(unit)}</small>}
        {gap === undefined ? null : (
          <span class="one-source" title={gap}>
            <span class="vh"> (less sure)</span>
          </span>
        )}
        {note === undefined ? null : <small class="note">{note}</small>}
      </dd>
    </div>
  );
}
