import type { HeroDetails, PerkDetails } from "../../../../core/schema/details.ts";
import type { Facts } from "../facts.ts";
import { capital } from "../format.ts";
import { Figures, HowSure } from "./figures.tsx";

/** A hero's perks in their order. */
export function Perks({ details, facts }: { details: HeroDetails; facts: Facts }) {
  return (
    <div class="perks">
      {details.perks.map((perk) => (
        <Perk key={perk.id} perk={perk} details={details} facts={facts} />
      ))}
    </div>
  );
}

function Perk({ perk, details, facts }: { perk: PerkDetails; details: HeroDetails; facts: Facts }) {
  const { name, tier, effect, affects, figures } = perk;
  const affected = details.abilities.filter(({ id }) => affects.includes(id));
  return (
    <article class="card">
      <header>
        <h3>{name}</h3> <span class="tag kind">{capital(tier)}</span>
      </header>
      <p class="small soft">
        {effect}
        {affected.length === 0 ? null : ` Affects ${affected.map((one) => one.name).join(", ")}.`}
      </p>
      <Figures figures={figures} facts={facts} />
      <HowSure of={name} figures={figures} facts={facts} />
    </article>
  );
}
