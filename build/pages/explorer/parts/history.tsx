import type { Evidence } from "../../../data/evidence.ts";
import type { Names } from "../change-view.ts";
import type { Entry } from "../facts.ts";
import { ChangeTable } from "./changes.tsx";
import { Day } from "./time.tsx";

/** What each patch changed of one thing, newest first. */
export function History({
  history,
  names,
  root,
  evidence,
}: {
  history: readonly Entry[];
  names: Names;
  root: string;
  evidence: Evidence;
}) {
  if (history.length === 0) return <p class="quiet">No patch on record changed anything here.</p>;
  return (
    <ol class="history">
      {history.map(({ patch, changes }) => (
        <li key={patch.id}>
          <h3>
            <a href={`${root}patches/${patch.id}`}>{patch.name}</a>
            <Day date={patch.date} />
          </h3>
          <ChangeTable
            changes={changes}
            names={names}
            about={(target) => evidence.ofChange(patch.id, target)}
          />
        </li>
      ))}
    </ol>
  );
}
