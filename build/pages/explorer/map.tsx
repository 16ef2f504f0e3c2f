import type { GameMap } from "../../schema/map.ts";
import { mapSpellings } from "../../spelling/spellings.ts";
import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { ApiCall } from "./parts/api-call.tsx";
import { GapMark } from "./parts/gap-mark.tsx";
import { History } from "./parts/history.tsx";
import { Picture } from "./parts/picture.tsx";
import { Sources } from "./parts/sources.tsx";
import { Spellings } from "./parts/spellings.tsx";
import { count } from "./words.ts";

const ROOT = "../";

/** A map's page: its mode, its variants, its spellings, and what patches made of it. */
export function mapPage(
  map: GameMap,
  facts: Facts,
  site: { baseUrl: string; hasImages: boolean; repository?: string | undefined },
): Page {
  const thing = `maps/${map.id}`;
  const mode = facts.modes.find(({ id }) => id === map.mode)?.name ?? map.mode;
  const history = facts.historyOf(thing);
  const api = `/v1/${facts.game.id}/${thing}`;
  return {
    path: `/${thing}`,
    title: map.name,
    description: `${map.name}, a ${mode} map of ${facts.game.name}: its variants and every spelling in match logs.`,
    alternates: [
      { href: api.slice(1), type: "application/json", title: `${map.name} as JSON` },
      ...(history.length === 0
        ? []
        : [
            {
              href: `feeds/${thing}.atom`,
              type: "application/atom+xml",
              title: `${map.name} in patches`,
            },
          ]),
    ],
    children: (
      <>
        <header class="lead">
          <div>
            <p class="kicker">
              <a href={`${ROOT}maps#${map.mode}`}>{mode}</a>
            </p>
            <h1>{map.name}</h1>
          </div>
        </header>
        {site.hasImages ? <Picture src={map.thumbnail} size="thumbnail" /> : null}

        <section>
          <h2 id="variants">Variants</h2>
          {map.variants.length === 0 ? (
            <p class="quiet">There is none on record.</p>
          ) : (
            <table class="variants">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Resolves as</th>
                </tr>
              </thead>
              <tbody>
                {map.variants.map(({ id, name, thumbnail }) => (
                  <tr key={id}>
                    <th scope="row">
                      {site.hasImages ? <Picture src={thumbnail} size="thumbnail" /> : null}
                      {name}
                    </th>
                    <td>
                      <code>
                        {map.id}-{id}
                      </code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>

        <section>
          <h2 id="changes">Changes</h2>
          <History history={history} names={facts.names} root={ROOT} evidence={facts.evidence} />
        </section>

        <section>
          <h2 id="spellings">Every spelling that resolves</h2>
          <GapMark gaps={facts.evidence.gapsOf(`maps/${map.id}/aliases`)} />
          <p class="quiet">
            {count(mapSpellings(map).length, "spelling")}, in any letter case; those of a variant
            lead to this map.
          </p>
          <Spellings spellings={mapSpellings(map)} />
        </section>

        <Sources
          {...facts.evidence.sourcesOf(`maps/${map.id}`)}
          root={ROOT}
          repository={site.repository}
        />
        <ApiCall baseUrl={site.baseUrl} path={api} root={ROOT} />
      </>
    ),
  };
}
