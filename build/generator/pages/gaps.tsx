import type { AgreementFile } from "../../core/schema/game.ts";
import type { Evidence } from "../data/evidence.ts";
import type { Gap } from "../data/gap-paths.ts";
import { capital, count } from "./explorer/format.ts";
import { Section } from "./explorer/parts/section.tsx";
import { Day } from "./explorer/parts/time.tsx";
import { describeGap, type GapNames } from "./gap-words.ts";
import type { Page } from "./layout.tsx";

/** The page of all gaps, with how to help. */
export function gapsPage(
  { gaps, lastChecked, agreement }: Evidence,
  names: GapNames,
  repository: string | undefined,
): Page {
  return {
    path: "/gaps",
    title: "What is not known",
    description: "Every value that is unknown or weakly sourced, and how to help.",
    alternates: [{ href: "gaps.json", type: "application/json", title: "Gaps as JSON" }],
    children: (
      <>
        <h1>What is not known</h1>
        <p class="lead">
          {count(gaps.length, "value")} or kinds of values are unknown or weakly sourced.
          {lastChecked === undefined ? null : (
            <>
              {" "}
              Sources were searched up to <Day date={lastChecked} />.
            </>
          )}
        </p>
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
        {[...new Set(gaps.map(collectionOf))].map((id) => (
          <Section key={id} id={id} title={capital(id)}>
            <dl class="gaps">
              {gaps
                .filter((gap) => collectionOf(gap) === id)
                .map(({ path, reason }) => (
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

/** How the states of the record agree with snapshots that somebody else published. */
function Agreement({ agreement: { source, snapshots } }: { agreement: AgreementFile }) {
  const sum = (column: "compared" | "equal" | "explained" | "gaps") =>
    snapshots.reduce((total, row) => total + row[column], 0);
  return (
    <>
      <p>
        <a href={source}>{count(snapshots.length, "snapshot")} of all figures</a> that others
        published, from <Day date={snapshots[0]?.day ?? ""} /> to{" "}
        <Day date={snapshots.at(-1)?.day ?? ""} />, were compared with this record:{" "}
        {((100 * sum("equal")) / sum("compared")).toFixed(1)} % of{" "}
        {count(sum("compared"), "figure")} are equal. {count(sum("explained"), "difference")} have a
        known reason, most often a number that the publisher printed, and{" "}
        {count(sum("gaps"), "figure")} are gaps, listed below. Most figures of the earlier years
        were first read in these snapshots, so this shows that the record is complete and
        consistent, not that two independent sources agree.
      </p>
      <details>
        <summary>Each snapshot</summary>
        <div class="prose wide">
          <table>
            <thead>
              <tr>
                {["Day", "Compared", "Equal", "Explained", "Gaps"].map((name) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {snapshots.map(({ day, compared, equal, explained, gaps }) => (
                <tr key={day}>
                  <th>
                    <Day date={day} />
                  </th>
                  {[compared, equal, explained, gaps].map((number, at) => (
                    <td key={at}>{number.toLocaleString("en")}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

/** What a gap is about, as a link to the page of its hero, map or patch. */
function About({ path, names }: { path: string; names: GapNames }) {
  const [, page] = /^((?:heroes|maps|patches)\/[^/*]+)/.exec(path) ?? [];
  const words = describeGap(path, names);
  return page === undefined ? <b>{words}</b> : <a href={page}>{words}</a>;
}

const collectionOf = ({ path }: Gap) => path.split("/")[0] ?? "";
