import type { AgreementFile } from "../../core/schema/game.ts";
import { alternatives, type Gap } from "../data/gap-paths.ts";
import type { FullGame } from "../full/full-game.ts";
import { wordsOfField } from "../full/words.ts";
import { count, plainReason } from "./explorer/format.ts";
import { anchorOf } from "./explorer/parts/changes.tsx";
import { Day, Section } from "./explorer/parts/section.tsx";
import type { Page } from "./layout.tsx";

const SECTIONS = [
  { id: "heroes", title: "Heroes" },
  { id: "maps", title: "Maps" },
  { id: "roles", title: "Roles" },
  { id: "modes", title: "Modes" },
  { id: "patches", title: "Patches" },
] as const;

/** The page of all gaps by hero, map or patch, with how to help. */
export function gapsPage(names: FullGame, repository: string | undefined): Page {
  const { gaps, game, evidence } = names;
  const { agreement } = evidence;
  const all = gaps.flatMap(ofOneThing);
  return {
    path: "/gaps",
    title: "What is not known",
    description: "Every value that is unknown or weakly sourced, and how to help.",
    alternates: [{ href: "gaps.json", type: "application/json", title: "Gaps as JSON" }],
    children: (
      <>
        <h1>What is not known</h1>
        <p class="lead">
          {count(gaps.length, "value")} or kinds of values are unknown or weakly sourced. Sources
          were searched up to <Day date={game.lastChecked} />.
        </p>
        {SECTIONS.map(({ id, title }) => {
          const own = all.filter(({ path }) => path.split("/")[0] === id);
          const things = [...new Set(own.map(thingOf))].sort();
          return own.length === 0 ? null : (
            <Section key={id} id={id} title={title} aside={count(own.length, "gap")}>
              <div class="gaps">
                {things.map((thing) => (
                  <Thing
                    key={thing}
                    thing={thing}
                    gaps={own.filter((gap) => thingOf(gap) === thing)}
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

/** The gaps of one hero, map or patch in a line that opens; each reason once. */
function Thing({ thing, gaps, names }: { thing: string; gaps: readonly Gap[]; names: GapNames }) {
  const title = describeGap(thing, names);
  const page = /^(heroes|maps|patches)\/[^*]+$/.test(thing) ? thing : undefined;
  const about = (path: string) => describeGap(path, names).replace(`${title}: `, "");
  return (
    <details>
      <summary>
        <b>{title}</b> {gaps.length}
      </summary>
      <dl id={page && anchorOf(thing)}>
        {[...new Set(gaps.map(({ reason }) => reason))].map((reason) => (
          <div key={reason}>
            <dt>
              {gaps.flatMap((gap) => (gap.reason === reason ? about(gap.path) : [])).join("; ")}
            </dt>
            <dd>{plainReason(reason)}</dd>
          </div>
        ))}
      </dl>
      {page === undefined ? null : (
        <p>
          <a href={page}>{title}</a>
        </p>
      )}
    </details>
  );
}

/** `heroes/ana` of a gap of its figures. */
const thingOf = ({ path }: Gap) => path.split("/", 2).join("/");

/** Gaps of several things, `heroes/{ana,mei}/aliases`, as one for each thing. */
function ofOneThing(gap: Gap): Gap[] {
  const [, things] = /^\w+\/(\{[^/]*)/.exec(gap.path) ?? [];
  return things === undefined ? [gap] : alternatives(gap.path).map((path) => ({ ...gap, path }));
}

/** The names that describe the paths of gaps. */
type GapNames = Pick<FullGame, "nameOf" | "vocabulary"> & {
  patches: readonly { id: string; name: string }[];
};

/** The word for one thing of each collection. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  heroes: "hero",
  maps: "map",
  roles: "role",
  modes: "mode",
  patches: "patch",
  abilities: "ability",
  perks: "perk",
  subroles: "sub-role",
};

/** Segments that are left out when another one follows. */
const LEFT_OUT = new Set(["abilities", "perks", "subroles", "health", "changes"]);

/**
 * What a gap is about: `heroes/ana/abilities/sleep-dart/{castTime,range}` as
 * `Ana: Sleep Dart cast time, range`.
 */
export function describeGap(path: string, names: GapNames): string {
  const [collection = "", id, ...rest] = path.split("/");
  if (/\{[^}]*\//.test(path)) {
    const title = describeThing(collection, id ?? "", names);
    const parts = onePathByPart(alternatives(path)).map((one) => describeGap(one, names));
    return `${title}: ${parts.map((part) => part.slice(`${title}: `.length)).join("; ")}`;
  }
  if (id === undefined) return `All ${collection}`;
  const about =
    collection === "patches" && rest[0] === "changes"
      ? describeChange(rest.slice(1), names)
      : describePart([collection, id], rest, names);
  const thing = describeThing(collection, id, names);
  return about === "" ? thing : `${thing}: ${about}`;
}

/** `heroes/ana/abilities/sleep-dart/{damage,range}` of figures of several abilities. */
function onePathByPart(paths: readonly string[]): string[] {
  const parts = new Map<string, string[]>();
  for (const path of paths) {
    const end = path.lastIndexOf("/");
    const part = path.slice(0, end);
    parts.set(part, [...(parts.get(part) ?? []), path.slice(end + 1)]);
  }
  return [...parts].map(([part, fields]) => `${part}/{${fields.join(",")}}`);
}

/** What a gap of a patch is about. */
function describeChange(segments: readonly string[], names: GapNames): string {
  const [collection = ""] = segments;
  if (collection in COLLECTIONS) return describeGap(segments.join("/"), names);
  return segments.some((segment) => segment.endsWith("ChangePercent"))
    ? "changes given in per cent"
    : "";
}

function describeThing(collection: string, id: string, { nameOf, patches }: GapNames): string {
  if (id === "*") return `Every ${COLLECTIONS[collection]}`;
  if (collection !== "patches")
    return choicesOf(id)
      .map((one) => nameOf(`${collection}/${one}`))
      .join(", ");
  return patches.find((patch) => patch.id === id)?.name ?? id;
}

/** The part of a thing that a gap is about. `above` are the segments before `segments`. */
function describePart(
  above: readonly string[],
  segments: readonly string[],
  names: GapNames,
): string {
  const labelOf = (field: string) => names.vocabulary.fieldOf(field)?.label ?? wordsOfField(field);
  const words = segments.map((segment, at) => {
    const isLast = at === segments.length - 1;
    if (/^\*\*?$/.test(segment) && isLast) return "";
    if (LEFT_OUT.has(segment)) return !isLast ? "" : segment === "abilities" ? "kit" : segment;
    const list = segments[at - 1] ?? "";
    const one = COLLECTIONS[list];
    if (one === undefined) return [...new Set(choicesOf(segment).map(labelOf))].join(", ");
    if (segment === "*") return `every ${one}`;
    const before = [...above, ...segments.slice(0, at)].join("/");
    const named = choicesOf(segment).map((id) => names.nameOf(`${before}/${id}`));
    return (list === "perks" ? "perk " : "") + named.join(", ");
  });
  return words.filter((word) => word !== "").join(" ");
}

/** The names that a segment `{a,b}` represents. */
function choicesOf(segment: string): string[] {
  return segment.replace(/[{}]/g, "").split(",");
}
