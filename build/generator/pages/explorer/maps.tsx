import type { GameMap } from "../../../core/schema/map.ts";
import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { count, shortDate } from "./format.ts";
import { Emblem } from "./parts/emblem.tsx";
import { Proof, ProofSwitch } from "./parts/proof.tsx";
import { Day, Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { arrivalOf } from "./tally.ts";

/** All maps in a table for each mode: variants, since when, and the last change. */
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
          {count(maps.length, "map")} in {count(modes.length, "mode")}.
        </p>
        <ProofSwitch />
        <Proof gaps={facts.evidence.gapsOfAll("maps")} />
        {modes.map((mode) => (
          <Section
            key={mode.id}
            id={mode.id}
            title={mode.name}
            aside={<Emblem id={mode.id} size={22} />}
          >
            <table class="maps">
              <thead class="label">
                <tr>
                  <th scope="col">Map</th>
                  <th scope="col">Variants</th>
                  <th scope="col">Since</th>
                  <th scope="col">Last change</th>
                </tr>
              </thead>
              <tbody>
                {maps
                  .filter((map) => map.mode === mode.id)
                  .map((map) => (
                    <Row key={map.id} map={map} facts={facts} />
                  ))}
              </tbody>
            </table>
          </Section>
        ))}
        <Sources thing="modes" facts={facts} root="./" />
      </>
    ),
  };
}

function Row({ map: { id, name, variants }, facts }: { map: GameMap; facts: Facts }) {
  const thing = `maps/${id}`;
  const history = facts.historyOf(thing);
  const arrival = arrivalOf(thing, facts);
  const last = history[0]?.patch;
  return (
    <tr>
      <th scope="row">
        <a href={thing}>{name}</a>
      </th>
      <td>{variants.map((variant) => variant.name.replace(`${name} `, "")).join(", ")}</td>
      <td>
        {arrival === undefined ? "by " : ""}
        <Day date={arrival?.date ?? facts.axis.from} />
      </td>
      <td>
        {last === undefined || last === arrival ? (
          "none"
        ) : (
          <a href={`patches/${last.id}#maps-${id}`}>{shortDate(last.date)}</a>
        )}
      </td>
    </tr>
  );
}
