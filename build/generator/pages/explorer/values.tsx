import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { count, shortDate } from "./format.ts";

/** Any figure of all heroes on one axis. `browser/values.tsx` draws what the address asks for. */
export function valuesPage({ game, heroes, patch }: Facts): Page {
  return {
    path: "/values",
    title: "All values",
    description:
      `Any figure of all ${heroes.length} heroes of ${game.name} side by side, such as every ` +
      "cooldown, damage or range: sorted, as of any patch, and as CSV for a spreadsheet.",
    scripts: ["values"],
    data: "heroes",
    children: (
      <>
        <h1>All values</h1>
        <p class="lead">
          One value of {count(heroes.length, "hero", "heroes")}, after {shortDate(patch)} or an
          earlier patch. The address keeps what you choose.
        </p>
        <div id="all-values" class="needs-scripts" aria-busy="true" />
        <noscript>
          <p>This page needs JavaScript. The file below has the same values without it.</p>
        </noscript>
        <p class="small">
          Every value of today as a spreadsheet: <a href="details/figures.csv">figures.csv</a>,{" "}
          <a href="details/perks.csv">perks.csv</a>
        </p>
      </>
    ),
  };
}
