import type { Facts } from "../facts.ts";
import { count } from "../format.ts";
import { isArrival, tallyOf } from "../tally.ts";
import type { Group } from "./changes.tsx";
import { Tile } from "./tile.tsx";

const ROW = 24;
const BLOCK = 8;

/** The most blocks in a row. If there are more changes, their number is at the end. */
const MOST = 9;

/** A row up to this width fits the smallest phone, in px. Wider rows can shrink. */
const FITS = 60;

/** Heroes in the middle, nerfs at the left, buffs at the right. One block is one change. */
export function PatchBalance({ groups, facts }: { groups: readonly Group[]; facts: Facts }) {
  const rows = groups
    .flatMap(({ thing, own }) => {
      const hero = facts.heroes.find(({ id }) => thing === `heroes/${id}`);
      const { buffs, nerfs } = tallyOf(own);
      const isSided = buffs + nerfs > 0 && !isArrival(thing, own);
      return hero === undefined || !isSided ? [] : [{ hero, buffs, nerfs }];
    })
    .sort((a, b) => b.buffs - b.nerfs - (a.buffs - a.nerfs) || (a.hero.id < b.hero.id ? -1 : 1));
  if (rows.length < 2) return null;
  return (
    <figure class="patch-balance">
      <figcaption>
        <b>Buffs and nerfs by hero</b> <span class="label">one block, one change</span>
      </figcaption>
      <ul>
        {rows.map(({ hero, buffs, nerfs }) => (
          <li key={hero.id}>
            <Blocks amount={nerfs} effect="nerf" />
            <a class="with-emblem" href={`#heroes-${hero.id}`}>
              <Tile hero={hero} facts={facts} size={20} /> {hero.name}
            </a>
            <Blocks amount={buffs} effect="buff" />
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Blocks({ amount, effect }: { amount: number; effect: "buff" | "nerf" }) {
  if (amount === 0) return <span />;
  const shown = Math.min(MOST, amount);
  const width = shown * BLOCK + (amount > MOST ? 24 : 0);
  // The number is at the outer end, so that all blocks begin at the names.
  const start = effect === "nerf" ? width - shown * BLOCK : 0;
  return (
    <svg
      class={effect}
      width={width}
      height={ROW}
      viewBox={width > FITS ? `0 0 ${width} ${ROW}` : undefined}
      role="img"
      aria-label={count(amount, effect)}
    >
      {/* The style cuts the line into blocks. */}
      <path d={`M${start + 1} ${ROW / 2}h${shown * BLOCK - 2}`} />
      {amount > MOST ? (
        <text x={effect === "nerf" ? 2 : width - 22} y="16">
          {amount}
        </text>
      ) : null}
    </svg>
  );
}
