import { isOverwatch1, OVERWATCH_1 } from "../../../data/eras.ts";
import type { Names } from "../change-view.ts";
import type { Entry } from "../facts.ts";
import { count } from "../format.ts";
import { isArrival } from "../tally.ts";
import { ChangeList } from "./changes.tsx";
import { Day } from "./section.tsx";

type HistoryProps = {
  history: readonly Entry[];
  names: Names;
  root: string;
  /** The first day of the record. */
  since: string;
  /** Whether `#patch-<id>` leads to a patch. Only one history of a page may have that. */
  hasAnchors?: boolean;
};

/**
 * The changes of one thing, newest first: the newest year open, each earlier one a line that
 * opens.
 */
export function History(props: HistoryProps) {
  const { history, since } = props;
  if (history.length === 0)
    return (
      <p class="soft">
        No patch changed anything here since the record began on <Day date={since} />.
      </p>
    );
  const [newest, ...earlier] = [...new Set(history.map(({ patch }) => patch.date.slice(0, 4)))].map(
    (year) => ({ year, own: history.filter(({ patch }) => patch.date.startsWith(year)) }),
  );
  return (
    <>
      {newest === undefined ? null : <Year {...props} history={newest.own} />}
      {earlier.map(({ year, own }) => (
        <details key={year} class="year">
          <summary>
            <b>{year}</b>: {count(own.flatMap(({ changes }) => changes).length, "change")} in{" "}
            {count(own.length, "patch", "patches")}
            {isOverwatch1(own[0]?.patch.date ?? "") ? `, ${OVERWATCH_1}` : ""}
          </summary>
          <Year {...props} history={own} />
        </details>
      ))}
      {history.some(hasArrival) ? null : (
        <p class="small soft">
          The record begins on <Day date={since} />.
        </p>
      )}
    </>
  );
}

function Year({ history, names, root, hasAnchors = false }: HistoryProps) {
  return (
    <ol class="history">
      {history.map(({ patch, changes }) => (
        <li key={patch.id} id={hasAnchors ? `patch-${patch.id}` : undefined}>
          <h3>
            <Day date={patch.date} /> <a href={`${root}patches/${patch.id}`}>{patch.name}</a>
          </h3>
          <ChangeList changes={changes} names={names} most={8} />
        </li>
      ))}
    </ol>
  );
}

/** Whether a patch brought the thing into the game. Before that it had no values. */
function hasArrival({ changes }: Entry): boolean {
  return changes.some(({ target }) => target.split("/").length === 2 && isArrival(target, changes));
}
