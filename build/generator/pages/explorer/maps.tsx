import type { GameMap } from "../../../core/schema/map.ts";
import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { count, shortDate } from "./format.ts";
import { Emblem } from "./parts/emblem.tsx";
import { GapMark } from "./parts/gap-mark.tsx";
import { Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { isArrival } from "./tally.ts";

/** The number of tiles in the first row. The browser loads their pictures at once. */
const FIRST_ROW = 4;

/** All maps as tiles, by mode. */
export function mapsPage(facts: Facts): Page {
  const { game, maps, modes } = facts;
  return {
    path: "/maps",
    title: "Maps",
    description: `All ${maps.length} maps of ${game.name} by mode, with their variants.`,
    alternates: [{ href: `v1/${game.id}/maps`, type: "application/json", title: "Maps as JSON" }],
    children: (
      <>
        <h1>Maps</h1>
        <p class="lead">
          {count(maps.length, "map")} in {count(modes.length, "mode")}. A picture shows the mode and
          is not a plan of the map.
        </p>
        <GapMark gaps={facts.evidence.gapsOfAll("maps")} />
        {modes.map((mode, at) => {
          const own = maps.filter((map) => map.mode === mode.id);
          return (
            <Section key={mode.id} id={mode.id} title={mode.name} aside={count(own.length, "map")}>
              <ul class="map-grid">
                {own.map((map, place) => (
                  <li key={map.id}>
                    <MapTile map={map} facts={facts} isBelow={at > 0 || place >= FIRST_ROW} />
                  </li>
                ))}
              </ul>
            </Section>
          );
        })}
        <Sources thing="modes" facts={facts} root="./" />
      </>
    ),
  };
}

/** The tile of a map. `isBelow` if a reader may have to scroll to it. */
function MapTile({ map, facts, isBelow }: { map: GameMap; facts: Facts; isBelow: boolean }) {
  const thing = `maps/${map.id}`;
  const arrival = facts.historyOf(thing).find(({ changes }) => isArrival(thing, changes));
  const facets = [
    map.variants.length === 0 ? "" : count(map.variants.length, "variant"),
    arrival === undefined ? "" : `since ${shortDate(arrival.patch.date)}`,
  ].filter(Boolean);
  return (
    <a class="map-tile" href={`maps/${map.id}`}>
      <img
        class="map-picture"
        src={facts.pictureOf(map.thumbnail, "./")}
        alt=""
        loading={isBelow ? "lazy" : undefined}
        width="320"
        height="180"
      />
      <span class="with-emblem">
        <Emblem id={map.mode} size={16} /> <b>{map.name}</b>
      </span>
      {facets.length === 0 ? null : <span class="small soft">{facets.join(", ")}</span>}
    </a>
  );
}
