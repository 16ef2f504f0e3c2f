import type { Page } from "../layout.tsx";
import type { Entry, Facts } from "./facts.ts";
import { ApiCall } from "./parts/api-call.tsx";
import { anchorOf, ChangeGroups, groupsOf } from "./parts/changes.tsx";
import { RecordState } from "./parts/completeness.tsx";
import { GapMark } from "./parts/gap-mark.tsx";
import { Sources } from "./parts/sources.tsx";
import { Day } from "./parts/time.tsx";
import { count, kindInWords } from "./words.ts";

const ROOT = "../";

/** From this many on, the groups get a list of their own to jump from. */
const MANY_GROUPS = 6;

/** A patch's page: its changes by hero, map and role, before and after. */
export function patchPage(
  { patch, changes }: Entry,
  facts: Facts,
  { baseUrl, repository }: { baseUrl: string; repository?: string | undefined },
): Page {
  const { id, name, date, kind, summary, sourceUrl } = patch;
  const api = `/v1/${facts.game.id}/patches/${id}`;
  const groups = groupsOf(changes, facts.names);
  const at = facts.patches.findIndex((other) => other.id === id);
  const [newer, older] = [facts.patches[at - 1], facts.patches[at + 1]];
  return {
    path: `/patches/${id}`,
    title: name,
    description:
      summary ?? `${name}, ${count(changes.length, "change")} of ${facts.game.name} on ${date}.`,
    alternates: [{ href: api.slice(1), type: "application/json", title: `${name} as JSON` }],
    children: (
      <>
        <header class="lead">
          <div>
            <p class="kicker">
              {kindInWords(kind)} patch · <Day date={date} />
            </p>
            <h1>{name}</h1>
          </div>
        </header>
        {summary === null ? null : <p class="sub">{summary}</p>}
        <p class="quiet">
          {changes.length === 0
            ? "No change of the core game"
            : `${count(changes.length, "change")} of the core game`}
          {". "}
          <RecordState completeness={facts.evidence.completenessOf(id)} sourceUrl={sourceUrl} />

          {newer === undefined ? null : " "}
          {newer === undefined ? null : (
            <a href={`${ROOT}compare?from=${id}`}>What changed since</a>
          )}
        </p>

        <GapMark gaps={facts.evidence.gapsOf(`patches/${id}`)} />

        {groups.length < MANY_GROUPS ? null : (
          <nav class="jump" aria-label="Changes by hero, map and role">
            {groups.map(({ thing, name: label, own }) => (
              <a key={thing} href={`#${anchorOf(thing)}`}>
                {label}
                <span class="field">{own.length}</span>
              </a>
            ))}
          </nav>
        )}
        {groups.length === 0 ? null : (
          <section>
            <h2 id="changes">Changes</h2>
            <ChangeGroups
              changes={changes}
              names={facts.names}
              root={ROOT}
              about={(target) => facts.evidence.ofChange(id, target)}
            />
          </section>
        )}

        <nav class="pager" aria-label="Neighbouring patches">
          {older === undefined ? (
            <span />
          ) : (
            <a href={older.id} rel="prev">
              <span>Older</span> {older.name}
            </a>
          )}
          {newer === undefined ? (
            <span />
          ) : (
            <a href={newer.id} rel="next">
              <span>Newer</span> {newer.name}
            </a>
          )}
        </nav>

        <Sources
          {...facts.evidence.sourcesOf(`patches/${id}`)}
          root={ROOT}
          repository={repository}
        />
        <ApiCall baseUrl={baseUrl} path={api} root={ROOT} />
      </>
    ),
  };
}
