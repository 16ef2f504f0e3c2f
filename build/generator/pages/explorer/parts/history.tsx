import { countEffects } from "../../../../core/game/effects.ts";
import { isOverwatch1, OVERWATCH_1 } from "../../../../core/game/eras.ts";
import { isKit } from "../../../../core/game/targets.ts";
import { remarkOf } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { PatchDetails } from "../../../../core/schema/details.ts";
import { capital, count } from "../format.ts";
import { type Change, inOrder, isWhole, Row, Rows } from "./changes.tsx";
import { Tags } from "./mark.tsx";
import { Day } from "./section.tsx";

/** The number of changes of an ability that a narrow screen shows. The rest is folded there. */
const SHOWN = 3;

/** So many patches of the newest year are folded on a narrow screen. */
const MANY = 3;

type HistoryProps = {
  history: readonly PatchDetails[];
  root: string;
  /** The abilities and perks of the page in their order. What is new among them leads there. */
  parts?: readonly { id: string; figures: readonly object[] }[];
  /** Whether `#patch-<id>` leads to a patch. Only one history of a page may have that. */
  hasAnchors?: boolean;
  /** Whether patches of several changes have their summary. */
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
    if (at === 0 && own.length < MANY) return <Patches key={title} history={own} {...props} />;
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
            {hasSummary && changes.length > 1 ? <p>{heroes[0]?.summary}</p> : null}
          </div>
          <PatchRows changes={changes} parts={parts} />
        </li>
      ))}
    </ol>
  );
}

type PatchProps = Pick<PatchDetails, "changes"> & Required<Pick<HistoryProps, "parts">>;

/**
 * What went and what came, one row each. Then what was there before and changed, by ability and
 * perk.
 */
function PatchRows({ changes, parts }: PatchProps) {
  const kit = changes.find(({ target }) => isKit(target));
  const wholes = changes.filter((one) => isWhole(one) && one !== kit);
  const isInside = ({ target }: Change) =>
    wholes.some((whole) => target.startsWith(`${whole.target}/`));
  // The remark of the whole kit holds for all that is inside of it.
  const rows = changes
    .filter((one) => one !== kit && !isInside(one))
    .map((one) => (kit?.note && one.inside === kit.target ? { ...one, scope: null } : one));
  const wholeRows = rows.filter(isWhole);
  const placeOf = ({ target }: Change) => parts.findIndex(({ id }) => id === target.split("/")[3]);
  const byPart = grouped(
    inOrder(rows.filter((one) => !isWhole(one)))
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map((one) => [one.part, one] as const),
  );
  return (
    <div>
      {kit?.note ? <p class="note">{capital(remarkOf(kit))}.</p> : null}
      <ul class="changes parts">
        {[...wholeRows.filter(({ from }) => from), ...wholeRows.filter(({ from }) => !from)].map(
          (whole) => {
            const part = whole.from ? undefined : parts[placeOf(whole)];
            return (
              <Row key={whole.target} change={part ? { ...whole, note: null } : whole}>
                {part && part.figures.length > 0 ? (
                  <a class="small" href={`#${part.id}`}>
                    {count(part.figures.length, "value")}
                  </a>
                ) : null}
              </Row>
            );
          },
        )}
      </ul>
      <div class="parts">
        {[...byPart].map(([name, own]) => (
          <PartRows key={name} name={name} changes={own} />
        ))}
      </div>
    </div>
  );
}

/** The changes of one part. Where there are several, its name is above them. */
function PartRows({ name, changes }: { name: string; changes: readonly Change[] }) {
  const isAlone = changes.length === 1;
  const rows = changes.map((change) => (
    <Row
      key={change.target}
      change={{
        ...change,
        part: isAlone ? name : "",
        rule: change.shared ? sharedRule(change) : change.rule,
      }}
    />
  ));
  return (
    <div>
      {isAlone || name === "" ? null : <h4>{capital(name)}</h4>}
      <Rows rows={rows} most={SHOWN + 1} shown={SHOWN} fold="fold" />
    </div>
  );
}

/** What is said of a change that many heroes share. */
function sharedRule({ unit }: Change): string {
  return `shared by many heroes${unit === "none" ? "; the notes give no unit" : ""}`;
}
