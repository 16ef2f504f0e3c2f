import { countEffects } from "../../../../core/game/effects.ts";
import { isOverwatch1, OVERWATCH_1 } from "../../../../core/game/eras.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { PatchDetails } from "../../../../core/schema/details.ts";
import { ChangeList } from "./changes.tsx";
import { Tags } from "./mark.tsx";
import { Day } from "./section.tsx";

/** So many patches of the newest year are folded on a narrow screen. */
const FOLDED = 3;

type HistoryProps = {
  history: readonly PatchDetails[];
  root: string;
  /** The abilities and perks of the page in their order. */
  parts?: readonly { id: string }[];
  /** Whether `#patch-<id>` leads to a patch. Only one history of a page may have that. */
  hasAnchors?: boolean;
  /** Whether patches have their summary. */
  hasSummary?: boolean;
};

/**
 * The changes of one thing, newest first: the newest year open, each earlier one a line that
 * opens. The years of Overwatch 1 are one line.
 */
export function History({ since, history, ...props }: HistoryProps & { since: string }) {
  if (history.length === 0)
    return (
      <p class="soft">
        No patch changed anything here since the record began on <Day date={since} />.
      </p>
    );
  const years = grouped(
    history.map((one) => [isOverwatch1(one.date) ? OVERWATCH_1 : yearOf(one), one] as const),
  );
  return [...years].map(([title, own], at) => {
    if (at === 0 && own.length < FOLDED) return <Patches key={title} history={own} {...props} />;
    const span = [...new Set([own.at(-1), own[0]].map(yearOf))].join(" to ");
    return (
      <details key={title} class={at === 0 ? "year fold" : "year"}>
        <summary>
          <b>{title === span ? span : `${span}, ${title}`}</b>{" "}
          <Tags counts={{ own: countEffects(own.flatMap(({ changes }) => changes)) }} />
        </summary>
        <Patches history={own} {...props} />
      </details>
    );
  });
}

const yearOf = (patch: PatchDetails | undefined) => patch?.date.slice(0, 4) ?? "";

/** The changes of one thing by patch. */
export function Patches({ history, root, hasAnchors, hasSummary, parts = [] }: HistoryProps) {
  return (
    <ol class="history">
      {history.map(({ id, date, name, heroes, changes }) => (
        <li key={id} id={hasAnchors ? `patch-${id}` : undefined}>
          <div>
            <h3>
              <Day date={date} /> <a href={`${root}patches/${id}`}>{name}</a>
            </h3>
            {hasSummary && <p>{heroes[0]?.summary}</p>}
          </div>
          <ChangeList changes={arrivalIn(changes) ?? changes} parts={parts} />
        </li>
      ))}
    </ol>
  );
}

/** The arrival of the thing, which says enough here: the page has all values of today. */
function arrivalIn(changes: PatchDetails["changes"]) {
  const whole = changes.filter(
    ({ target, field }) => target.split("/").length === 2 && field === "",
  );
  return whole.length === 0 ? undefined : whole;
}
