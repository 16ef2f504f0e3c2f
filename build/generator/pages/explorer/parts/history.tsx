import type { Names } from "../change-view.ts";
import type { Entry } from "../facts.ts";
import { isArrival } from "../tally.ts";
import { ChangeList } from "./changes.tsx";
import { Day } from "./time.tsx";

/** The changes of one thing by patch, newest first. `since` is the first day of the record. */
export function History({
  history,
  names,
  root,
  since,
  hasAnchors = false,
}: {
  history: readonly Entry[];
  names: Names;
  root: string;
  since: string;
  /** Whether `#patch-<id>` leads to a patch. Only one history of a page may have that. */
  hasAnchors?: boolean;
}) {
  if (history.length === 0)
    return (
      <p class="soft">
        No patch changed anything here since the record began on <Day date={since} />.
      </p>
    );
  return (
    <>
      <ol class="history">
        {history.map(({ patch, changes }) => (
          <li key={patch.id} id={hasAnchors ? `patch-${patch.id}` : undefined}>
            <div>
              <h3>
                <a href={`${root}patches/${patch.id}`}>{patch.name}</a>
              </h3>
              <p class="label">
                <Day date={patch.date} />
              </p>
            </div>
            <div>
              <ChangeList changes={changes} names={names} most={8} />
            </div>
          </li>
        ))}
      </ol>
      {history.some(hasArrival) ? null : (
        <p class="small soft">
          Not recorded before <Day date={since} />.
        </p>
      )}
    </>
  );
}

/** Whether a patch brought the thing into the game. Before that it had no values. */
function hasArrival({ changes }: Entry): boolean {
  return changes.some(({ target }) => target.split("/").length === 2 && isArrival(target, changes));
}
