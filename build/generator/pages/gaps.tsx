import { KEY_LABELS } from "../../client/match-log/keys.ts";
import { showValue } from "../../core/game/words.ts";
import type { ListedGap } from "../../core/schema/details.ts";
import { capital, count, shortDate } from "./explorer/format.ts";
import { anchorOf } from "./explorer/parts/changes.tsx";
import { Day, Section } from "./explorer/parts/section.tsx";
import type { Facts } from "./facts.ts";
import type { Page } from "./layout.tsx";

/** The kinds of gaps in their order. */
const KINDS = ["open", "remark", "earlier"] as const;

/** `2 open, 37 earlier`. Remarks are no values, so they do not count. */
function summaryOf(gaps: readonly OneGap[]): string {
  const amounts = (["open", "earlier"] as const).flatMap((kind) => {
    const amount = gaps.filter((gap) => gap.kind === kind).length;
    return amount === 0 ? [] : [count(amount, kind, kind)];
  });
  return amounts.join(", ");
}

/** The page of all gaps by hero, map or patch, with how to help. */
export function gapsPage(names: Facts): Page {
  const all = names.gaps
    .flatMap((gap) => gap.subjects.map((one) => gapOf(gap, one, names)))
    .sort((a, b) => Number(a.part > b.part) - Number(a.part < b.part))
    .sort((a, b) => Number(a.before < b.before) - Number(a.before > b.before));
  return {
    title: "What is uncertain",
    description: "Every value that is unknown or weakly sourced, and how to help.",
    alternates: [{ href: "gaps.json", type: "application/json", title: "Gaps as JSON" }],
    children: (
      <>
        <h1>What is uncertain</h1>
        <p class="lead">
          A value of today is <b>open</b> if nobody knows it or if sources differ. Keys, health and
          missing values count, too. What other values rest on is on the pages of heroes. Values of{" "}
          <b>earlier</b> states are missing or assumed; <a href="gaps.json">gaps.json</a> lists all.
        </p>
        {["heroes", "maps", "roles", "modes", "patches"].map((collection) => {
          const own = all.filter(({ thing }) => thing.startsWith(`${collection}/`));
          const things = [...new Set(own.map(({ thing }) => thing))].sort();
          if (collection === "patches") things.reverse();
          const title = capital(collection);
          const aside = summaryOf(own) || "remarks";
          return own.length === 0 ? null : (
            <Section key={collection} id={collection} title={title} aside={aside}>
              <div class="gaps">
                {things.map((thing) => {
                  const gaps = own.filter((gap) => gap.thing === thing);
                  return <Thing key={thing} thing={thing} gaps={gaps} />;
                })}
              </div>
            </Section>
          );
        })}
        <Section id="help" title="How to help">
          <p>
            You need a source that others can read: a match log, data of the game client, official
            notes or a copy of them. Add the value, the address of the source and the date on which
            you read it to the data file, and remove the gap from <code>gamedata/gaps.json</code>.
            {names.repository === undefined ? null : (
              <a href={names.repository}> Open the data folder</a>
            )}
          </p>
        </Section>
      </>
    ),
  };
}

type Subject = ListedGap["subjects"][number];

/** A gap of one value: the row it is in, an ability or the patch before which it was, and words. */
type OneGap = Subject &
  Omit<ListedGap, "subjects"> & { before: string; row: string; words: string };

function gapOf({ subjects: _, ...gap }: ListedGap, subject: Subject, facts: Facts): OneGap {
  const { before = "", kind } = gap;
  const { part, field, target } = subject;
  const value = valueAt(target, facts) ?? (kind === "open" ? "not known" : "");
  const row = kind === "earlier" ? `before ${shortDate(before.slice(0, 10))}` : part;
  const words = kind === "earlier" ? field : `${field} ${value}`.trim();
  return { ...subject, ...gap, before, row, words };
}

/** The value of today at a path such as `heroes/ana/abilities/sleep-dart/castTime`. */
function valueAt(target: string, { heroes }: Facts): string | undefined {
  const [, id, list, part, field = part] = target.split("/");
  const hero = heroes.find((one) => one.id === id);
  const owners = [...(hero?.abilities ?? []), ...(hero?.perks ?? [])];
  const { key, figures } = owners.find((one) => one.id === part) ?? {};
  if (field === "key" && key) return KEY_LABELS[key];
  const figure = (list === "health" ? hero?.health : figures)?.find((one) => one.field === field);
  return figure && showValue(figure.value, { target, unit: figure.unit });
}

/** What is uncertain of a hero, map or patch, in a line that opens: by kind, then by ability. */
function Thing({ thing, gaps }: { thing: string; gaps: OneGap[] }) {
  const title = capital(gaps[0]?.name ?? "");
  const [collection, id = ""] = thing.split("/");
  const day = collection === "patches" && id !== "*" ? id.slice(0, 10) : undefined;
  const page = id === "*" || collection === "roles" ? undefined : thing;
  return (
    <details id={page && anchorOf(thing)}>
      <summary>
        {day === undefined ? null : <Day date={day} />} <b>{title}</b> {summaryOf(gaps)}
      </summary>
      {KINDS.map((kind) => (
        <Rows key={kind} kind={kind} title={title} gaps={gaps.filter((gap) => gap.kind === kind)} />
      ))}
      {page && <a href={page}>The page of {title}</a>}
    </details>
  );
}

/** The gaps of a kind by row, those with the same reason in one line. */
function Rows({ kind, gaps, title }: { kind: ListedGap["kind"]; gaps: OneGap[]; title: string }) {
  if (gaps.length === 0) return null;
  return (
    <>
      {kind === "remark" ? null : <p class="label">{capital(kind)}</p>}
      <dl>
        {[...new Set(gaps.map(({ row }) => row))].map((row) => {
          const own = gaps.filter((gap) => gap.row === row);
          const [first] = own;
          const [, id, list, ability = ""] = first?.target.split("/") ?? [];
          const hasPlace = kind === "open" && list === "abilities" && ability !== "";
          const name = capital(row) || title;
          return (
            <div key={row}>
              <dt>{hasPlace ? <a href={`heroes/${id}#${ability}`}>{name}</a> : name}</dt>
              {[...new Set(own.map(({ reason }) => reason))].map((reason) => (
                <dd key={reason}>
                  {wordsOf(own.filter((gap) => gap.reason === reason))}
                  <span>{reason}</span>
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** Ten fields with values, after the part that has them unless it is the row; others counted. */
function wordsOf(gaps: readonly OneGap[]): string {
  const words = gaps.map((gap, at) =>
    gap.part === (gaps[at - 1]?.part ?? gap.row) ? gap.words : `${gap.part} ${gap.words}`,
  );
  const rest = words.splice(10).length;
  return words.join(", ") + (rest === 0 ? "" : ` and ${rest} more`);
}
