import type { Evidence } from "../data/evidence.ts";
import type { Gap } from "../data/gap-paths.ts";
import { capital, count } from "./explorer/format.ts";
import { Section } from "./explorer/parts/section.tsx";
import { Day } from "./explorer/parts/time.tsx";
import { describeGap, type GapNames } from "./gap-words.ts";
import type { Page } from "./layout.tsx";

/** The page of all gaps, with how to help. */
export function gapsPage(
  { gaps, lastChecked }: Evidence,
  names: GapNames,
  repository: string | undefined,
): Page {
  return {
    path: "/gaps",
    title: "What is not known",
    description: "Every value that is unknown or rests on thin evidence, and how to help.",
    alternates: [{ href: "gaps.json", type: "application/json", title: "Gaps as JSON" }],
    children: (
      <>
        <h1>What is not known</h1>
        <p class="lead">
          {count(gaps.length, "value")} or kinds of values are unknown, or rest on thin evidence.
          {lastChecked === undefined ? null : (
            <>
              {" "}
              Sources were searched up to <Day date={lastChecked} />.
            </>
          )}
        </p>
        <Section id="help" title="How to help">
          <p>
            A source is what somebody can read: a match log, the game client's own data, official
            notes or a copy of them. Name its address and the date of what you read, put the value
            into the data file, and take the gap out of <code>gamedata/gaps.json</code>.{" "}
            {repository === undefined ? null : <a href={`${repository}/gaps.json`}>Edit it</a>}
          </p>
        </Section>
        {[...byCollection(gaps)].map(([collection, own]) => (
          <Section key={collection} id={collection} title={capital(collection)}>
            <dl class="gaps">
              {own.map(({ path, reason }) => (
                <div key={path + reason}>
                  <dt>
                    <About path={path} names={names} />
                  </dt>
                  <dd>{reason}</dd>
                </div>
              ))}
            </dl>
          </Section>
        ))}
      </>
    ),
  };
}

/** What a gap is about, as a link to the page of its hero, map or patch. */
function About({ path, names }: { path: string; names: GapNames }) {
  const [, page] = /^((?:heroes|maps|patches)\/[^/*]+)/.exec(path) ?? [];
  const words = describeGap(path, names);
  return page === undefined ? <b>{words}</b> : <a href={page}>{words}</a>;
}

function byCollection(gaps: readonly Gap[]): Map<string, Gap[]> {
  const groups = new Map<string, Gap[]>();
  for (const gap of gaps) {
    const [collection = ""] = gap.path.split("/");
    groups.set(collection, [...(groups.get(collection) ?? []), gap]);
  }
  return groups;
}
