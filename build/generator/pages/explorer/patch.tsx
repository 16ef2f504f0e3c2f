import { byId } from "../../../core/by-id.ts";
import { isOverwatch1, OVERWATCH_1 } from "../../../core/game/eras.ts";
import type { PatchDetails } from "../../../core/schema/details.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { Crumbs } from "../side-nav.tsx";
import { capital, count, shortDate } from "./format.ts";
import { PatchChips } from "./parts/chips.tsx";
import { JsonLines } from "./parts/code.tsx";
import { Tags } from "./parts/mark.tsx";
import { PatchCards, splitPatches } from "./parts/patch-card.tsx";
import { Proof } from "./parts/proof.tsx";
import { Day } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { sumOf } from "./tally.ts";

const ROOT = "../";

/** A patch's page: numbers, the balance of heroes, and a card for each hero, map and role. */
export function patchPage(patch: PatchDetails, facts: Facts): Page {
  const { id, name, date, kind, summary, heroes, completeness } = patch;
  const total = byId(facts.patchList, id).changes;
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
          <p class="soft row">
            <Day date={date} />
            {completeness.state === "complete" ? null : (
              <a href="#record">
                {completeness.state === "partial"
                  ? "Some values are not known"
                  : "The official notes were not read"}
              </a>
            )}
            {facts.patches[0]?.id === id ? null : (
              <a href={`${ROOT}compare?from=${id}`}>Compare with today</a>
            )}
            {isOverwatch1(date) ? (
              <span>{OVERWATCH_1}. Heroes are listed by their role today.</span>
            ) : null}
          </p>
          {summary === null ? null : <p class="lead">{summary}</p>}
          <p class="row">
            <b>{total === 0 ? "No balance changes" : count(total, "change")}</b>
            <Tags counts={sumOf(heroes)} total={total} />
          </p>
        </header>
        {hasFilters ? <PatchChips heroes={heroes} facts={facts} /> : null}
        <PatchCards groups={groups} shared={shared} heroes={heroes} facts={facts} />
        <Evidence patch={patch} />
        <Neighbours id={id} facts={facts} />
        <JsonLines thing={`patches/${id}`} facts={facts} />
        <Sources thing={`patches/${id}`} sources={patch.sources} facts={facts} />
      </>
    ),
  };
}

/** How much of the patch is on record. */
function Evidence({ patch }: { patch: PatchDetails }) {
  const { id, sourceUrl, completeness } = patch;
  const notes = sourceUrl === null ? "official notes" : <a href={sourceUrl}>official notes</a>;
  return (
    <section id="record" class="small soft">
      <p>
        {completeness.state === "complete" ? (
          <>Complete: the {notes} were read whole.</>
        ) : completeness.state === "unknown" ? (
          <>How complete the record is, is not known: the official notes were not read.</>
        ) : (
          <>
            <strong>Partial</strong>: {completeness.missing}. The {notes} may hold more.
          </>
        )}
      </p>
      <Proof gaps={patch.gaps.filter(({ path }) => path === `patches/${id}`)} />
    </section>
  );
}

/** Links to the patches before and after this one. */
function Neighbours({ id, facts: { patches } }: { id: string; facts: Facts }) {
  const at = patches.findIndex((other) => other.id === id);
  const others = [
    { patch: patches[at + 1], label: "Older", rel: "prev" },
    { patch: patches[at - 1], label: "Newer", rel: "next" },
  ];
  return (
    <nav class="onwards" aria-label="Older and newer">
      {others.map(({ patch, label, rel }) =>
        patch === undefined ? null : (
          <a key={rel} href={patch.id} rel={rel}>
            <small class="soft">
              {label}, <Day date={patch.date} />
            </small>{" "}
            {patch.name}
          </a>
        ),
      )}
    </nav>
  );
}
