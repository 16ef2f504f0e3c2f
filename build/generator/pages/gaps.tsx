import type { AgreementFile } from "../../core/schema/game.ts";
import { alternatives } from "../data/gap-paths.ts";
import type { FullGame } from "../full/full-game.ts";
import { subjectOf } from "../full/words.ts";
import { capital, count, plainReason, shortDate } from "./explorer/format.ts";
import { anchorOf } from "./explorer/parts/changes.tsx";
import { Day, Section } from "./explorer/parts/section.tsx";
import type { Page } from "./layout.tsx";

const COLLECTIONS = ["heroes", "maps", "roles", "modes", "patches"] as const;

/** The page of all gaps by hero, map or patch, with how to help. */
export function gapsPage(names: FullGame, repository: string | undefined): Page {
  const { game, evidence } = names;
  const { agreement } = evidence;
  const all = names.gaps.flatMap(({ path, before, reason }) =>
    subjectsOfGap(path, names).map((subject) => ({ ...subject, before, reason })),
  );
  const earlier = all.filter(({ before, thing }) => before ?? /^patches/.test(thing)).length;
  return {
    path: "/gaps",
    title: "What is not known",
    description: "Every value that is unknown or weakly sourced, and how to help.",
    alternates: [{ href: "gaps.json", type: "application/json", title: "Gaps as JSON" }],
    children: (
      <>
        <h1>What is not known</h1>
        <p class="lead">
          {count(all.length - earlier, "value")} of today and {count(earlier, "value")} of patches
          and earlier states are unknown or weakly sourced. Open a line to see which and why.
          Sources were searched up to <Day date={game.lastChecked} />.
        </p>
        {COLLECTIONS.map((collection) => {
          const own = all.filter(({ thing }) => thing.startsWith(`${collection}/`));
          const things = [...new Set(own.map(({ thing }) => thing))].sort();
          return own.length === 0 ? null : (
            <Section
              key={collection}
              id={collection}
              title={capital(collection)}
              aside={count(own.length, "value")}
            >
              <div class="gaps">
                {things.map((thing) => (
                  <Thing
                    key={thing}
                    thing={thing}
                    gaps={own.filter((gap) => gap.thing === thing)}
                    names={names}
                  />
                ))}
              </div>
            </Section>
          );
        })}
        <Section id="help" title="How to help">
          <p>
            You need a source that others can read: a match log, data of the game client, official
            notes or a copy of them. Add the value, the address of the source and the date on which
            you read it to the data file. Remove the gap from <code>gamedata/gaps.json</code>.{" "}
            {repository === undefined ? null : <a href={`${repository}/gaps.json`}>Edit it</a>}
          </p>
        </Section>
        {agreement === undefined || agreement.snapshots.length === 0 ? null : (
          <Section id="snapshots" title="Compared with snapshots">
            <Agreement agreement={agreement} />
          </Section>
        )}
      </>
    ),
  };
}

/** How the states of the record agree with snapshots that somebody else published. */
function Agreement({ agreement: { source, snapshots } }: { agreement: AgreementFile }) {
  const sum = (column: "compared" | "equal" | "explained" | "gaps") =>
    snapshots.reduce((total, row) => total + row[column], 0);
  const share = ((100 * sum("equal")) / sum("compared")).toFixed(1);
  return (
    <p>
      <a href={source}>{count(snapshots.length, "snapshot")} of all figures</a> that others
      published, from <Day date={snapshots[0]?.day ?? ""} /> to{" "}
      <Day date={snapshots.at(-1)?.day ?? ""} />, were compared with this record: {share} % of{" "}
      {count(sum("compared"), "figure")} are equal. {count(sum("explained"), "difference")} have a
      known reason, most often a number that the publisher printed, and{" "}
      {count(sum("gaps"), "figure")} are gaps, listed above. Most figures of the earlier years were
      first read in these snapshots, so this shows that the record is complete and consistent, not
      that two independent sources agree.
    </p>
  );
}

/** A value that is unknown or weakly sourced; in states before a patch only, if it has `before`. */
type Unknown = Subject & { before: string | undefined; reason: string };

type ThingProps = { thing: string; gaps: readonly Unknown[]; names: GapNames };

/** What is not known of a hero, map or patch, in a line that opens: by ability, then by patch. */
function Thing({ thing, gaps, names }: ThingProps) {
  const title = capital(nameOfThing(thing, names));
  const page = /^(heroes|maps|patches)\/[^*]+$/.test(thing) ? thing : undefined;
  const dates = [...new Set(gaps.map(({ before = "today" }) => before))].sort().reverse();
  const byPart = (a: Unknown, b: Unknown) => Number(a.part > b.part) - Number(a.part < b.part);
  const sorted = dates.flatMap((date) =>
    gaps.filter(({ before = "today" }) => before === date).sort(byPart),
  );
  const rowOf = ({ before, part }: Unknown) =>
    before === undefined ? capital(part) || title : `Before ${shortDate(before.slice(0, 10))}`;
  const earlier = gaps.filter(({ before }) => before !== undefined).length;
  const numbers = [
    ...(earlier === gaps.length ? [] : [count(gaps.length - earlier, "value")]),
    ...(earlier === 0 ? [] : [`${earlier} earlier`]),
  ];
  return (
    <details>
      <summary>
        <b>{title}</b> {numbers.join(", ")}
      </summary>
      <dl id={page && anchorOf(thing)}>
        {[...new Set(sorted.map(rowOf))].map((row) => (
          <div key={row}>
            <dt>{row}</dt>
            <Reasons gaps={sorted.filter((gap) => rowOf(gap) === row)} />
          </div>
        ))}
      </dl>
      {page === undefined ? null : (
        <p>
          <a href={page}>{thing.startsWith("patches/") ? "The patch's page" : `${title}'s page`}</a>
        </p>
      )}
    </details>
  );
}

/** The values of a row, those with the same reason in one line. */
function Reasons({ gaps }: { gaps: readonly Unknown[] }) {
  return [...new Set(gaps.map(({ reason }) => reason))].map((reason) => {
    const own = gaps.filter((gap) => gap.reason === reason);
    const words = own.map(({ before, part, field }, at) => {
      if (before === undefined) return at === 0 ? field : `, ${field}`;
      if (part === own[at - 1]?.part) return `, ${field}`;
      return `${at === 0 ? "" : "; "}${part} ${field}`;
    });
    return (
      <dd key={reason}>
        {words.join("")}
        <span>{plainReason(reason)}</span>
      </dd>
    );
  });
}

/** The names that describe the paths of gaps. */
type GapNames = Pick<FullGame, "nameOf" | "vocabulary"> & {
  patches: readonly { id: string; name: string }[];
};

/** What a value is of: a thing such as `heroes/ana`, a part of it such as `Sleep Dart`, a field. */
type Subject = { thing: string; part: string; field: string };

/** What a gap is about, one for each of its values. */
export function subjectsOfGap(path: string, names: GapNames): Subject[] {
  const nameOf = (thing: string) => nameOfThing(thing, names);
  return alternatives(path)
    .sort()
    .map((one) => {
      const [collection = "", id = "*", ...rest] = one.replace(/\/\*\*?$/, "").split("/");
      const thing = `${collection}/${id}`;
      const isChange = rest[0] === "changes";
      const target = isChange ? rest.slice(1) : [collection, id, ...rest];
      if (target[0] === "**") return { thing, part: "", field: "changes in per cent" };
      const owner = nameOf(target.slice(0, 2).join("/"));
      if (target.length === 2) return { thing, part: isChange ? owner : "", field: "as a whole" };
      const label = names.vocabulary.fieldOf(target.join("/"))?.label;
      const { part, field } = subjectOf(target.join("/"), nameOf, label);
      return { thing, part: [isChange ? owner : "", part].filter(Boolean).join(" "), field };
    });
}

/** The name of a hero, ability or patch: `all heroes` for `heroes/*`. */
function nameOfThing(path: string, { nameOf, patches }: GapNames): string {
  const [list = "", id = ""] = path.split("/").slice(-2);
  if (id === "*") return `all ${list.replace("subroles", "sub-roles")}`;
  return patches.find((patch) => path === `patches/${patch.id}`)?.name ?? nameOf(path);
}
