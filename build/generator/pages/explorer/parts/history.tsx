import { Fragment } from "preact";
import { isOverwatch1, OVERWATCH_1 } from "../../../data/eras.ts";
import type { Names } from "../change-view.ts";
import type { Entry } from "../facts.ts";
import { count } from "../format.ts";
import { isArrival } from "../tally.ts";
import { ChangeList } from "./changes.tsx";
import { Day } from "./time.tsx";

/** So many patches are shown with their changes. Older ones link to theirs. */
const MOST_IN_FULL = 8;

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
  const border = history.findIndex(({ patch }) => isOverwatch1(patch.date));
  return (
    <>
      <ol class="history">
        {history.map(({ patch, changes }, at) => (
          <Fragment key={patch.id}>
            {at === border ? <li class="era">{OVERWATCH_1}</li> : null}
            <li id={hasAnchors ? `patch-${patch.id}` : undefined}>
              <div>
                <h3>
                  <a href={`${root}patches/${patch.id}`}>{patch.name}</a>
                </h3>
                <p class="label">
                  <Day date={patch.date} />
                </p>
              </div>
              <div>
                {at < MOST_IN_FULL ? (
                  <ChangeList changes={changes} names={names} most={8} />
                ) : (
                  <a href={`${root}patches/${patch.id}#${anchorOf(changes)}`}>
                    {count(changes.length, "change")}
                  </a>
                )}
              </div>
            </li>
          </Fragment>
        ))}
      </ol>
      {history.some(hasArrival) ? null : (
        <p class="small soft">
          The record begins on <Day date={since} />.
        </p>
      )}
    </>
  );
}

/** The place of a thing on the page of a patch. */
function anchorOf([first]: Entry["changes"]): string {
  return first?.target.split("/", 2).join("-") ?? "";
}

/** Whether a patch brought the thing into the game. Before that it had no values. */
function hasArrival({ changes }: Entry): boolean {
  return changes.some(({ target }) => target.split("/").length === 2 && isArrival(target, changes));
}
