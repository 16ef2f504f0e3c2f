import type { Ability, Hero } from "../../../schema/hero.ts";
import type { Facts } from "../facts.ts";
import { capital, showNumber } from "../words.ts";
import { GapMark } from "./gap-mark.tsx";

/** The first three of a kit, by which match logs count. */
const SLOTS = ["Ability 1", "Ability 2", "Ultimate"];

/** The kit, ability by ability, in the order of its slots. */
export function Kit({ hero, facts }: { hero: Hero; facts: Facts }) {
  return (
    <div class="kit">
      {hero.abilities.map((ability, at) => (
        <article key={ability.id} class="ability" id={ability.id}>
          <div>
            <h3>
              {ability.name} <span class="tag kind">{SLOTS[at] ?? capital(ability.kind)}</span>
            </h3>
            {ability.description === null ? null : <p class="small soft">{ability.description}</p>}
            <GapMark gaps={facts.evidence.gapsOf(`heroes/${hero.id}/abilities/${ability.id}`)} />
          </div>
          <AbilityFigures ability={ability} />
        </article>
      ))}
    </div>
  );
}

function AbilityFigures({ ability: { cooldown } }: { ability: Ability }) {
  return (
    <dl class="figures">
      <div class="first">
        <dt>cooldown</dt>
        <dd>
          {cooldown === null ? (
            <span class="soft">none</span>
          ) : (
            <>
              {showNumber(cooldown)}
              <small>{"\u202f"}s</small>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
