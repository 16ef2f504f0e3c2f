import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { Tile } from "./parts/tile.tsx";

/** Two to four heroes side by side. `browser/compare-heroes.tsx` reads them from the address. */
export function compareHeroesPage(facts: Facts): Page {
  return {
    path: "/compare/heroes",
    title: "Compare heroes",
    description:
      `Two to four heroes of ${facts.game.name} side by side, or one then and now: health, ` +
      "kits and cooldowns, differences marked.",
    scripts: ["compare-heroes"],
    data: "heroes",
    children: (
      <>
        <h1>Compare heroes</h1>
        <p class="lead">
          Two to four heroes after the newest patch, or one hero then and now. A bar at the label
          marks what differs. Or <a href="../compare">compare two patches</a>.
        </p>
        <div id="side-by-side" class="needs-scripts" aria-live="polite" aria-busy="true" />
        <noscript>
          <p>
            This page needs JavaScript. The <a href="../heroes">pages of the heroes</a> show every
            value without it.
          </p>
        </noscript>
        <details class="needs-scripts picker" id="picker">
          <summary>Choose heroes</summary>
          <div class="tile-grid">
            {facts.heroes.map((hero) => (
              <a key={hero.id} href={`?h=${hero.id}`} data-hero={hero.id}>
                <Tile hero={hero} facts={facts} size={44} />
                {hero.name}
              </a>
            ))}
          </div>
        </details>
      </>
    ),
  };
}
