import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { History } from "./parts/history.tsx";
import { count } from "./words.ts";

/** All maps by mode, and what patches changed of the modes. */
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
        <p class="sub">
          {count(maps.length, "map")} in {count(modes.length, "mode")}. A variant is a re-skin of
          its map, never a map of its own.
        </p>
        <div class="columns">
          {modes.map((mode) => (
            <section key={mode.id}>
              <h2 id={mode.id}>{mode.name}</h2>
              <ul class="plain">
                {maps
                  .filter((map) => map.mode === mode.id)
                  .map((map) => (
                    <li key={map.id}>
                      <a href={`maps/${map.id}`}>{map.name}</a>
                      {map.variants.length === 0 ? null : (
                        <span class="field"> {count(map.variants.length, "variant")}</span>
                      )}
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
        <section>
          <h2 id="competitive">Competitive play</h2>
          <History
            history={facts.historyOf("modes/competitive")}
            names={facts.names}
            root="./"
            evidence={facts.evidence}
          />
        </section>
      </>
    ),
  };
}
