import { Fragment } from "preact";
import { titleOfId } from "../../../core/game/words.ts";
import type { MapDetails } from "../../../core/schema/details.ts";
import { mapSpellings, variantSpellings } from "../../../core/spelling/spellings.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { Crumbs } from "../side-nav.tsx";
import { count } from "./format.ts";
import { History } from "./parts/changes.tsx";
import { JsonLine } from "./parts/code.tsx";
import { Emblem } from "./parts/emblem.tsx";
import { Proof, ProofSwitch } from "./parts/proof.tsx";
import { Day, Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { Spellings } from "./parts/spellings.tsx";
import { arrivalOf } from "./tally.ts";

/** From the page of a map to the site's root. */
const ROOT = "../";

/** All maps in one table by mode: variants, since when, and the last change. */
export function mapsPage(facts: Facts): Page {
  const { game, maps, modes } = facts;
  return {
    title: "Maps",
    description: `All ${maps.length} maps of ${game.name} by mode, with their variants.`,
    alternates: [{ href: `v1/${game.id}/maps`, type: "application/json", title: "Maps as JSON" }],
    children: (
      <>
        <h1>Maps</h1>
        <p class="lead">
          {count(maps.length, "map")} in {count(modes.length, "mode")}.
        </p>
        <table class="maps">
          <thead>
            <tr>
              <th scope="col">
                <span>Mode</span>
              </th>
              <th scope="col">Map</th>
              <th scope="col">Variants</th>
              <th scope="col">Since</th>
              <th scope="col">Last change</th>
            </tr>
          </thead>
          {modes.map((mode) => (
            <tbody key={mode.id} id={mode.id}>
              {maps
                .filter((map) => map.mode === mode.id)
                .map((map) => (
                  <Row key={map.id} map={map} mode={mode.name} facts={facts} />
                ))}
            </tbody>
          ))}
        </table>
        <ProofSwitch />
        <Proof gaps={facts.gapsOfAll("maps")} />
        <Sources thing="modes" sources={facts.sourcesOf("modes")} facts={facts} />
      </>
    ),
  };
}

type RowProps = { map: MapDetails; mode: string; facts: Facts };

function Row({ map, mode, facts }: RowProps) {
  const thing = `maps/${map.id}`;
  const arrival = arrivalOf(thing, facts);
  const [last] = facts.historyOf(thing);
  return (
    <tr>
      <td>
        <span class="with-emblem">
          <Emblem id={map.mode} /> <span>{mode}</span>
        </span>
      </td>
      <th scope="row">
        <a href={thing}>{map.name}</a>
      </th>
      <td>{map.variants.map(({ id }) => titleOfId(id)).join(", ")}</td>
      <td>
        {arrival === undefined ? "by " : ""}
        <Day date={arrival?.date ?? facts.axis.from} />
      </td>
      <td>
        {last === undefined || last.id === arrival?.id ? (
          "none"
        ) : (
          <a href={`patches/${last.id}#maps-${map.id}`}>
            <Day date={last.date} />
          </a>
        )}
      </td>
    </tr>
  );
}

/** A map's page: its mode, its variants, its history, its names and code. */
export function mapPage(map: MapDetails, facts: Facts, { baseUrl }: { baseUrl: string }): Page {
  const thing = `maps/${map.id}`;
  const mode = facts.modes.find(({ id }) => id === map.mode)?.name ?? map.mode;
  const history = facts.historyOf(thing);
  const [own, ...ofVariants] = spellingsOf(map, facts);
  const api = `/v1/${facts.game.id}/${thing}`;
  const feed = { href: `feeds/${thing}.atom`, type: "application/atom+xml" };
  return {
    title: map.name,
    description:
      `${map.name}, a ${mode} map of ${facts.game.name}: its variants and its names in every ` +
      "language.",
    alternates: [
      { href: api.slice(1), type: "application/json", title: `${map.name} as JSON` },
      { ...feed, title: `${map.name} in patches` },
    ],
    children: (
      <>
        <Crumbs href={`${ROOT}maps`} title="Maps">
          <a href={`${ROOT}maps#${map.mode}`}>{mode}</a>
        </Crumbs>
        <h1>{map.name}</h1>
        <p class="lead with-emblem">
          <Emblem id={map.mode} size={22} /> {mode}
        </p>
        <Section id="names" title="Names" aside="accepted in any letter case">
          <Spellings spellings={own?.own ?? []} names={{ en: map.name }} />
          <Proof gaps={facts.gapsOf(thing)} />
        </Section>
        {map.variants.length === 0 ? null : (
          <Section id="variants" title="Variants" aside="re-skins, never maps of their own">
            {ofVariants.map(({ id, name, own: spellings }) => (
              <Fragment key={id}>
                <h3>
                  {name} <code class="small soft">{`${map.id}-${id}`}</code>
                </h3>
                <Spellings spellings={spellings} names={{ en: name }} />
              </Fragment>
            ))}
          </Section>
        )}
        {history.length === 0 ? null : (
          <Section
            id="history"
            title="What changed"
            aside={<a href={`${ROOT}feeds/${thing}.atom`}>Follow {map.name} in a feed reader</a>}
          >
            <History history={history} root={ROOT} since={facts.axis.from} />
          </Section>
        )}
        <JsonLine url={baseUrl + api} path={ROOT + api.slice(1)} />
        <Sources thing={thing} sources={map.sources} facts={facts} />
      </>
    ),
  };
}

/** The spellings of a map, then those of each variant. */
function spellingsOf({ id }: MapDetails, { names }: Facts) {
  const map = names.maps.find((one) => one.id === id);
  if (map === undefined) return [];
  const ofVariants = map.variants.map((variant) => ({
    id: variant.id,
    name: variant.name,
    own: variantSpellings(map, variant),
  }));
  const taken = new Set(ofVariants.flatMap(({ own }) => own));
  const own = mapSpellings(map).filter((one) => !taken.has(one));
  return [{ id, name: map.name, own }, ...ofVariants];
}
