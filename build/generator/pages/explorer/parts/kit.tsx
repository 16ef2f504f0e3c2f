import { SLOTS } from "../../../../client/slots.ts";
import type { HeroDetails } from "../../../../core/schema/details.ts";
import type { Hero } from "../../../../core/schema/hero.ts";
import type { Facts } from "../facts.ts";
import { capital } from "../format.ts";
import { Figures, HowSure } from "./figures.tsx";

/** The abilities of a kit in their order, with all known figures. */
export function Kit({ hero, details, facts }: { hero: Hero; details: HeroDetails; facts: Facts }) {
  return (
    <div class="kit">
      {hero.abilities.map((ability, at) => {
        const own = details.abilities.find(({ id }) => id === ability.id);
        return (
          <article key={ability.id} class="ability" id={ability.id}>
            <div>
              <h3>
                {ability.name} <span class="tag kind">{SLOTS[at] ?? capital(ability.kind)}</span>
              </h3>
              {ability.description === null ? null : (
                <p class="small soft">{ability.description}</p>
              )}
            </div>
            <div>
              <Figures figures={own?.figures ?? []} facts={facts} />
              <HowSure of={ability.name} figures={own?.figures ?? []} facts={facts} />
            </div>
          </article>
        );
      })}
    </div>
  );
}
