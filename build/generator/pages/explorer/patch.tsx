import { isOverwatch1, OVERWATCH_1 } from "../../../core/game/eras.ts";
import type { PatchDetails } from "../../../core/schema/details.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { Crumbs } from "../side-nav.tsx";
import { capital, shortDate } from "./format.ts";
import { PatchChips, SideCounts } from "./parts/chips.tsx";
import { JsonLine } from "./parts/code.tsx";
import { PatchCards, splitPatches } from "./parts/patch-card.tsx";
import { Proof } from "./parts/proof.tsx";
import { Day } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";

const ROOT = "../";

/** A patch's page: numbers, the balance of heroes, and a card for each hero, map and role. */
export function patchPage(
  patch: PatchDetails,
  facts: Facts,
  { baseUrl }: { baseUrl: string },
): Page {
  const { id, name, date, kind, summary, heroes } = patch;
  const api = `/v1/${facts.game.id}/patches/${id}`;
  const { shared, groups } = splitPatches([patch], facts.nameOf);
  const hasFilters = groups.length > 3;
  return {
    title: name,
    description: summary ?? `${name}: the changes of ${facts.game.name} on ${shortDate(date)}.`,
    scripts: hasFilters ? ["filter"] : [],
    alternates: [{ href: api.slice(1), type: "application/json", title: `${name} as JSON` }],
    children: (
      <>
        <Crumbs href={`${ROOT}patches`} title="Patches">
          <span>{capital(kind)} patch</span>
        </Crumbs>
        <header class="patch-head">
          <h1>{name}</h1>
          <p class="soft">
            <Day date={date} />
            {isOverwatch1(date)
              ? ` · ${OVERWATCH_1}. Heroes are listed by their role today.`
              : null}
          </p>
          {summary === null ? null : <p class="lead">{summary}</p>}
          <SideCounts heroes={heroes} />
          <Evidence patch={patch} facts={facts} />
        </header>
        {hasFilters ? <PatchChips heroes={heroes} facts={facts} /> : null}
        <PatchCards groups={groups} shared={shared} heroes={heroes} facts={facts} />
        <Neighbours id={id} facts={facts} />
        <JsonLine url={baseUrl + api} path={ROOT + api.slice(1)} />
        <Sources thing={`patches/${id}`} sources={patch.sources} facts={facts} />
      </>
    ),
  };
}

/** How much of the patch is on record, and a link to what differs today. */
function Evidence({ patch, facts }: { patch: PatchDetails; facts: Facts }) {
  const { id, changes, sourceUrl, completeness } = patch;
  const notes = sourceUrl === null ? "official notes" : <a href={sourceUrl}>official notes</a>;
  return (
    <>
      <p class="small soft">
        {changes.length === 0 ? "No balance changes. " : null}
        {completeness.state === "complete" ? (
          <>Complete: the {notes} were read whole.</>
        ) : completeness.state === "unknown" ? (
          <>How complete the record is, is not known: the official notes were not read.</>
        ) : (
          <>
            <strong>Partial</strong>: {completeness.missing}. The {notes} may hold more.
          </>
        )}{" "}
        {facts.patches[0]?.id === id ? null : (
          <a href={`${ROOT}compare?from=${id}`}>Compare with today</a>
        )}
      </p>
      <Proof gaps={patch.gaps.filter(({ path }) => path === `patches/${id}`)} />
    </>
  );
}

/** Links to the patches before and after this one. */
function Neighbours({ id, facts: { patches } }: { id: string; facts: Facts }) {
  const at = patches.findIndex((other) => other.id === id);
  const older = patches[at + 1];
  const newer = patches[at - 1];
  return (
    <nav class="onwards" aria-label="Older and newer">
      {older === undefined ? null : (
        <a href={older.id} rel="prev">
          <small>Older</small> {older.name}
        </a>
      )}
      {newer === undefined ? null : (
        <a href={newer.id} rel="next">
          <small>Newer</small> {newer.name}
        </a>
      )}
    </nav>
  );
}
