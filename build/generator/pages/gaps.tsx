import { KEY_LABELS } from "../../client/match-log/keys.ts";
import { alternatives } from "../../core/game/gap-paths.ts";
import { showValue, subjectOf } from "../../core/game/words.ts";
import type { Gap } from "../../core/schema/details.ts";
import { capital, count, plainReason, shortDate } from "./explorer/format.ts";
import { anchorOf } from "./explorer/parts/changes.tsx";
import { Day, Section } from "./explorer/parts/section.tsx";
import type { Facts } from "./facts.ts";
import type { Page } from "./layout.tsx";

/** The kinds of gaps in their order, and what one of them is called after its number. */
const KINDS = ["open", "remark", "earlier"] as const;
type Kind = (typeof KINDS)[number];

/** An ability of a hero, which has a place on the hero's page. */
const ABILITY = /^heroes\/[^*]+\/abilities\/[^*/]+/;

/** What is wrong with a value of today is open, as is one that is known of earlier states only. */
function kindOf({ before, differs, reason }: Gap, target: string): Kind {
  if (target.startsWith("patches/") || differs) return "remark";
  if (before !== undefined)
    return /since then is unknown$|for the time after$/.test(reason) ? "open" : "earlier";
  return /^heroes\/[^*]+\/[^*]+\/[^*]+$/.test(target) ? "open" : "remark";
}

/** `2 open, 37 earlier`. Remarks are no values, so they do not count. */
function summaryOf(gaps: readonly OneGap[]): string {
  const amounts = KINDS.map((kind) =>
    count(gaps.filter((gap) => gap.kind === kind).length, kind, kind),
  );
  return amounts.filter((amount) => !/^0|remark/.test(amount)).join(", ");
}

/** The page of all gaps by hero, map or patch, with how to help. */
export function gapsPage(names: Facts): Page {
  const all = names.gaps
    .flatMap((gap) => subjectsOfGap(gap.path, names).map((one) => gapOf(gap, one, names)))
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
                  return <Thing key={thing} thing={thing} gaps={gaps} names={names} />;
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

/** A gap of one value: the row it is in, an ability or the patch before which it was, and words. */
type OneGap = Subject & {
  before: string;
  isOfOther: boolean;
  reason: string;
  kind: Kind;
  row: string;
  words: string;
};

function gapOf(gap: Gap, subject: Subject, names: Facts): OneGap {
  const { before = "", reason } = gap;
  const { part, field, target } = subject;
  const kind = kindOf(gap, target);
  const value = valueAt(target, names) ?? (kind === "open" ? "not known" : "");
  const row = kind === "earlier" ? `before ${shortDate(before.slice(0, 10))}` : part;
  const words = kind === "earlier" ? field : `${field} ${value}`.trim();
  return { ...subject, before, isOfOther: gap.differs === true, reason, kind, row, words };
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
function Thing({ thing, gaps, names }: { thing: string; gaps: OneGap[]; names: GapNames }) {
  const title = capital(nameOfThing(thing, names));
  const day = /^patches\/([\d-]{10})/.exec(thing)?.[1];
  const page = thing.endsWith("/*") || thing.startsWith("roles/") ? undefined : thing;
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
function Rows({ kind, gaps, title }: { kind: Kind; gaps: OneGap[]; title: string }) {
  if (gaps.length === 0) return null;
  return (
    <>
      {kind === "remark" ? null : <p class="label">{capital(kind)}</p>}
      <dl>
        {[...new Set(gaps.map(({ row }) => row))].map((row) => {
          const own = gaps.filter((gap) => gap.row === row);
          const place =
            kind === "earlier" || own[0]?.isOfOther ? null : ABILITY.exec(own[0]?.target ?? "");
          const name = capital(row) || title;
          return (
            <div key={row}>
              <dt>{place ? <a href={place[0].replace("/abilities/", "#")}>{name}</a> : name}</dt>
              {[...new Set(own.map(({ reason }) => reason))].map((reason) => (
                <dd key={reason}>
                  {wordsOf(own.filter((gap) => gap.reason === reason))}
                  <span>{plainReason(reason)}</span>
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

/** The names that describe the paths of gaps. */
type GapNames = Pick<Facts, "nameOf" | "labelOf"> & {
  patches: readonly { id: string; name: string }[];
};

/** What a value is of: a thing such as `heroes/ana`, a part of it such as `Sleep Dart`, a field. */
type Subject = { thing: string; part: string; field: string; target: string };

/** What a gap is about, one for each of its values. */
export function subjectsOfGap(path: string, names: GapNames): Subject[] {
  const nameOf = (thing: string) => nameOfThing(thing, names);
  const targets = alternatives(path).sort();
  return targets.map((target) => {
    const [collection = "", id = "*", ...rest] = target.replace(/\/\*\*?$/, "").split("/");
    const isChange = rest[0] === "changes";
    const value = isChange ? rest.slice(1) : [collection, id, ...rest];
    const own = { thing: `${collection}/${id}`, part: "", target };
    if (value[0] === "**") return { ...own, field: "changes in per cent" };
    const owner = isChange ? nameOf(value.slice(0, 2).join("/")) : "";
    if (value.length === 2) return { ...own, part: owner, field: "as a whole" };
    const label = names.labelOf(value.at(-1) ?? "");
    const { part, field } = subjectOf(value.join("/"), nameOf, label);
    return { ...own, part: [owner, part].filter(Boolean).join(" "), field };
  });
}

/** The name of a hero, ability or patch: `all heroes` for `heroes/*`. */
function nameOfThing(path: string, { nameOf, patches }: GapNames): string {
  const [list = "", id = ""] = path.split("/").slice(-2);
  if (id === "*") return `all ${list.replace("subroles", "sub-roles")}`;
  return patches.find((patch) => path === `patches/${patch.id}`)?.name ?? nameOf(path);
}
