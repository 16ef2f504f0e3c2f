import type { PatchDetails } from "../../../../core/schema/details.ts";
import type { Facts } from "../../facts.ts";
import { heroesByRole, SIDES } from "../tally.ts";
import { Tile } from "./emblem.tsx";
import { Mark } from "./mark.tsx";

/** The heroes that a patch changed, a sentence each: by side, then by role and name. */
export function WhatChanged({
  patch: { id, heroes },
  facts,
}: {
  patch: PatchDetails;
  facts: Facts;
}) {
  const inOrder = heroesByRole(facts);
  return (
    <ul class="what-changed">
      {SIDES.filter(({ side }) => side !== "shared").flatMap(({ side, effect, label }) =>
        inOrder.flatMap((hero) =>
          heroes
            .filter((one) => one.id === hero.id && one.side === side)
            .map(({ summary }) => (
              <li key={hero.id} class={side}>
                <a class="tile-row" href={`patches/${id}#heroes-${hero.id}`}>
                  <Tile hero={hero} size={40} />
                  <span class="name">
                    <b>{hero.name}</b>
                    <span class="small">{summary}</span>
                  </span>
                  <span class={`verdict ${effect}`}>
                    <Mark effect={effect} /> {label}
                  </span>
                </a>
              </li>
            )),
        ),
      )}
    </ul>
  );
}
