import type { ChangeDetails, PatchDetails } from "../../../../core/schema/details.ts";
import { isOverwatch1, OVERWATCH_1 } from "../../../data/eras.ts";
import { count } from "../format.ts";
import { ChangeList } from "./changes.tsx";
import { Day } from "./section.tsx";

type HistoryProps = {
  history: readonly PatchDetails[];
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
  const [newest, ...earlier] = [...new Set(history.map(({ date }) => date.slice(0, 4)))].map(
    (year) => ({ year, own: history.filter(({ date }) => date.startsWith(year)) }),
  );
  return (
    <>
      {newest === undefined ? null : <Year {...props} history={newest.own} />}
      {earlier.map(({ year, own }) => (
        <details key={year} class="year">
          <summary>
            <b>{year}</b>: {count(own.flatMap(({ changes }) => changes).length, "change")} in{" "}
            {count(own.length, "patch", "patches")}
            {isOverwatch1(own[0]?.date ?? "") ? `, ${OVERWATCH_1}` : ""}
          </summary>
          <Year {...props} history={own} />
        </details>
      ))}
      {history.some(({ changes }) => changes.some(isWholeNew)) ? null : (
        <p class="small soft">
          The record begins on <Day date={since} />.
        </p>
      )}
    </>
  );
}

function Year({ history, root, hasAnchors = false }: HistoryProps) {
  return (
    <ol class="history">
      {history.map(({ id, date, name, sourceUrl, changes }) => (
        <li key={id} id={hasAnchors ? `patch-${id}` : undefined}>
          <h3>
            <Day date={date} /> <a href={`${root}patches/${id}`}>{name}</a>
          </h3>
          <ChangeList changes={changes} notes={sourceUrl} most={8} />
        </li>
      ))}
    </ol>
  );
}

/** Whether a change brought a whole thing. Before that it had no values. */
function isWholeNew({ target, from }: ChangeDetails): boolean {
  return from === undefined && target.split("/").length === 2;
}
