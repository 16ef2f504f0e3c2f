import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { count } from "./format.ts";
import { Day } from "./parts/time.tsx";

/** The status of the site for people. `status.json` is for programs. */
export function statusPage(facts: Facts, { version }: { version: string }): Page {
  const [newest] = facts.patches;
  return {
    path: "/status",
    title: "Status",
    description:
      `Which patch of ${facts.game.name} this reference describes, and what is known to be ` +
      "missing.",
    alternates: [{ href: "status.json", type: "application/json", title: "Status as JSON" }],
    children: (
      <>
        <h1>Status</h1>
        <dl class="summary">
          <div>
            <dt>Newest patch</dt>
            <dd>
              <b>{newest === undefined ? "none" : <Day date={newest.date} />}</b>
              <a href={`patches/${newest?.id}`}>{newest?.name}</a>
            </dd>
          </div>
          <div>
            <dt>On record</dt>
            <dd>
              <b>{count(facts.patches.length, "patch", "patches")}</b>
              <span>
                since <Day date={facts.axis.from} />
              </span>
            </dd>
          </div>
          <div>
            <dt>Version</dt>
            <dd>
              <b>
                <code>{version.slice(0, 12)}</code>
              </b>
              <span>of program and data</span>
            </dd>
          </div>
        </dl>
        <p class="lead">
          {facts.evidence.lastChecked === undefined ? null : (
            <>
              Sources were searched up to <Day date={facts.evidence.lastChecked} />.{" "}
            </>
          )}
          These facts have <a href="gaps">{count(facts.evidence.gaps.length, "gap")}</a>.
        </p>
        <p class="small soft">
          For programs: <a href="status.json">status.json</a>,{" "}
          <a href="manifest.json">manifest.json</a> with every document and checksum, and{" "}
          <a href="health">health</a>.
        </p>
      </>
    ),
  };
}
