import type { AbilityKey } from "../api.ts";
import { isNamed, type NamedAbility, type NamedPerk, type Names } from "../names.ts";
import { KEY_LABELS } from "./keys.ts";
import { isFilled, type LogLine } from "./log-line.ts";

/** How often a log reports a key of a hero. */
export type KeyUse = {
  /** Id of the hero whose kit it is: of the one that Echo copies, while she does. */
  hero: string;
  /** What the log writes where it is not a hero's name, and this hero's is the nearest. */
  written?: string;
  /** `Ability 1`, `Primary Fire`, or an ability's name as the log writes it. */
  key: string;
  /** All reports: `used` and `hits`. */
  count: number;
  /** Reports that it was used. */
  used: number;
  /** Reports of damage, healing or a kill by it. */
  hits: number;
};

/** An ability that a log reports, by the key that plays it or by its name. */
export type UsedAbility = KeyUse & {
  id: string;
  name: string;
  /** Set where a perk brings the ability, whose id and name it has. */
  isPerk?: true;
};

/** As much of a hero's kit as keys play. */
export type Kit = { abilities: readonly NamedAbility[]; perks?: readonly NamedPerk[] | undefined };

/** Events of a key alone. */
const KEY_EVENTS: ReadonlyMap<string, string> = new Map([
  ["ability_1_used", KEY_LABELS.ability1],
  ["ability_2_used", KEY_LABELS.ability2],
  ["ultimate_start", KEY_LABELS.ultimate],
]);

/** Where an event has the player and the hero who act, the hero whom Echo copies, and the key. */
const PLAYER = 3;
const HERO = 4;
const COPIED = 5;
const KEY = 8;

/** Counts the keys of a log. What they play depends on the day, so it is looked up later. */
export function createKeyTally() {
  /** By key, then by the hero's name as the log writes it. */
  const tally = new Map<string, Map<string, { used: number; hits: number }>>();
  /** By team and player: the hero, and the one that the player copies. */
  const copies = new Map<string, { hero: string; copied: string }>();
  /** Remembers who copies whom. Whoever spawns or swaps copies nobody. */
  const follow = (event: LogLine) => {
    if (event.event === "echo_duplicate_start")
      copies.set(playerOf(event), { hero: event.at(HERO), copied: event.at(COPIED) });
    else if (/^(echo_duplicate_end|hero_spawn|hero_swap)$/.test(event.event))
      copies.delete(playerOf(event));
  };
  /** The hero whose kit an event is about. Events without the field are of the current copy. */
  const heroOf = (event: LogLine, lacksField: boolean) => {
    const hero = event.at(HERO);
    const field = event.at(COPIED);
    if (!lacksField && isFilled(field)) return field;
    const copy = copies.get(playerOf(event));
    const isCurrent = lacksField && copy?.hero === hero && isFilled(copy.copied);
    return isCurrent ? copy.copied : hero;
  };
  return {
    /** Takes the next event. */
    add(event: LogLine): void {
      const { heroes, players } = event.positions ?? {};
      if (event.event === "match_start") copies.clear();
      if (!heroes?.includes(HERO)) return;
      follow(event);
      const isHit = players !== undefined && players.length > 1;
      const key = KEY_EVENTS.get(event.event) ?? (isHit ? event.at(KEY) : "");
      if (!isFilled(key)) return;
      const hero = heroOf(event, isHit || event.length <= COPIED);
      const counts = tally.get(key) ?? new Map<string, { used: number; hits: number }>();
      const count = counts.get(hero) ?? { used: 0, hits: 0 };
      count[isHit ? "hits" : "used"] += 1;
      counts.set(hero, count);
      tally.set(key, counts);
    },
    /** In the order of heroes and keys. `nearest` has the heroes whom unknown names may mean. */
    uses(
      { heroes, keyOf }: Pick<Names, "heroes" | "keyOf">,
      nearest: ReadonlyMap<string, string>,
    ): KeyUse[] {
      const found = new Map<string, KeyUse>();
      for (const [written, counts] of tally)
        for (const [name, { used, hits }] of counts) {
          const resolved = heroes.resolve(name)?.id;
          const hero = resolved ?? nearest.get(name);
          if (hero === undefined) continue;
          const unknown = resolved === undefined ? { written: name } : {};
          const known = keyOf(written);
          const key = known === undefined ? written : KEY_LABELS[known];
          const place = [hero, key, unknown.written].join(" ");
          const use = found.get(place) ?? { hero, ...unknown, key, count: 0, used: 0, hits: 0 };
          use.used += used;
          use.hits += hits;
          use.count = use.used + use.hits;
          found.set(place, use);
        }
      return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
    },
  };
}

function playerOf(event: LogLine): string {
  return `${event.at(PLAYER - 1)}\0${event.at(PLAYER)}`;
}

/** A key that plays nothing known, and what is known of an ability of that name. */
export type OtherKey = KeyUse & { note?: string };

/**
 * What keys play by the kits of a day, and the keys that play nothing known. `noteOf` says what is
 * known of an ability that is gone.
 */
export function abilitiesOfKeys(
  uses: readonly KeyUse[],
  kitOf: (hero: string) => Kit | undefined,
  noteOf: (use: KeyUse) => string | undefined = () => undefined,
): { abilities: UsedAbility[]; otherKeys: OtherKey[] } {
  const abilities: UsedAbility[] = [];
  const otherKeys: OtherKey[] = [];
  for (const { hero, written, key, count, used, hits } of uses) {
    const use = { hero, ...(written && { written }), key, count, used, hits };
    const played = playedBy(kitOf(hero), key);
    const note = played === undefined ? noteOf(use) : undefined;
    if (played !== undefined) abilities.push({ ...use, ...played });
    else otherKeys.push(note === undefined ? use : { ...use, note });
  }
  return { abilities, otherKeys };
}

const KEYS_BY_LABEL = new Map(
  Object.entries(KEY_LABELS).map(([key, label]) => [label as string, key as AbilityKey]),
);

/** The ability of a key, else a perk that brings one, else the ability of that name. */
function playedBy(kit: Kit | undefined, label: string) {
  const { abilities = [], perks = [] } = kit ?? {};
  const key = KEYS_BY_LABEL.get(label);
  const ability = abilities.find((one) =>
    key === undefined ? isNamed(one, label) : one.key === key,
  );
  if (ability !== undefined) return { id: ability.id, name: ability.name };
  const perk = key === undefined ? undefined : perks.find((one) => one.key === key);
  return perk && { id: perk.id, name: perk.name, isPerk: true as const };
}
