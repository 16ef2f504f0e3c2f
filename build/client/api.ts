// Made from the OpenAPI description by `npm run schemas`; do not edit.
export type Health = {
  status: HealthStatus;
  /** Patch id the deployment describes. */
  patch: string;
  /** Identifier of the commit the deployment was built from. */
  version: string;
};

/** It serves. */
export type HealthStatus = "ok";

export type GameCollection = {
  /** The items, in a fixed order. */
  data: Array<Game>;
  /** What the collection describes, and its size. */
  meta: Meta;
};

export type Game = {
  /** The {game} path segment of all other routes. */
  id: string;
  /** The game's name, for people. */
  name: string;
};

export type Meta = {
  /** Id of the newest patch the data describes. */
  patch: string;
  /** Number of items in the collection. */
  count: number;
};

export type HeroCollection = {
  /** The items, in a fixed order. */
  data: Array<Hero>;
  /** What the collection describes, and its size. */
  meta: Meta;
};

export type Hero = {
  /** Lower-case ASCII words joined by hyphens. */
  id: string;
  /** The English name. */
  name: string;
  names: LocalizedNames;
  role: HeroRole;
  /** The game's official gameplay sub-role. */
  subrole: SubroleId;
  health: HeroHealth;
  /** Alternate spellings seen in match logs or legacy data. Every alias resolves to this hero. */
  aliases: Array<string>;
  /** Complete kit. The first three are always Ability 1, Ability 2 and Ultimate (match-log compatibility); weapon modes, passives, alternate forms and additional inputs follow. */
  abilities: Array<Ability>;
  /** Image address under {assets_url}. */
  portrait: string;
};

/** The name in each language that heroes are named in. */
export type LocalizedNames = {
  /** English, as the game client writes it. */
  en: string;
  /** Korean, as the game client writes it. */
  ko: string;
  /** Simplified Chinese, as the game client writes it. */
  zh: string;
};

/** Id of a role. */
export type HeroRole = "tank" | "damage" | "support";

/** Id of a sub-role; each belongs to one role. */
export type SubroleId = "bruiser" | "initiator" | "stalwart" | "flanker" | "recon" | "sharpshooter" | "specialist" | "medic" | "survivor" | "tactician";

/** Baseline recoverable hit-point pool in 5v5 Role Queue. */
export type HeroHealth = {
  /** Ordinary health. */
  standard: number;
  /** The part that is armor. */
  armor: number;
  /** The part that is shields. */
  shields: number;
  /** standard + armor + shields. */
  total: number;
};

export type Ability = {
  /** Unique within the hero. */
  id: string;
  /** The slot the ability occupies. */
  kind: AbilityKind;
  /** The English name. */
  name: string;
  /** What it does, in English; null where it is not on record. */
  description: string | null;
  /** Seconds, of one charge where there are charges; null when the ability has no cooldown. */
  cooldown: number | null;
};

export type AbilityKind = "primary" | "secondary" | "ability" | "ultimate" | "passive";

export type AbilityCollection = {
  /** The items, in a fixed order. */
  data: Array<Ability>;
  /** What the collection describes, and its size. */
  meta: Meta;
};

export type MapCollection = {
  /** The items, in a fixed order. */
  data: Array<GameMap>;
  /** What the collection describes, and its size. */
  meta: Meta;
};

export type GameMap = {
  /** Lower-case ASCII words joined by hyphens. */
  id: string;
  /** The English name. */
  name: string;
  /** The one mode that it is played in. */
  mode: ModeId;
  /** Alternate and localized spellings seen in match logs or legacy data. Every alias resolves to this map. */
  aliases: Array<string>;
  /** Cosmetic re-skins. A variant is never its own map. */
  variants: Array<MapVariant>;
  /** Image address under {assets_url}. */
  thumbnail: string;
};

/** Id of a core competitive mode. */
export type ModeId = "control" | "escort" | "hybrid" | "push" | "flashpoint";

/** A cosmetic re-skin. Anything recorded on it belongs to the base map. */
export type MapVariant = {
  /** The variant part; the variant is addressable as `<map>-<variant>`. */
  id: string;
  /** The English name. */
  name: string;
  /** Image address under {assets_url}. */
  thumbnail: string;
};

export type ModeCollection = {
  /** The items, in a fixed order. */
  data: Array<Mode>;
  /** What the collection describes, and its size. */
  meta: Meta;
};

export type Mode = {
  id: ModeId;
  /** The English name. */
  name: string;
};

export type RoleCollection = {
  /** The items, in a fixed order. */
  data: Array<Role>;
  /** What the collection describes, and its size. */
  meta: Meta;
};

export type Role = {
  id: HeroRole;
  /** The English name. */
  name: string;
  /** In the order of the specification. */
  subroles: Array<Subrole>;
};

export type Subrole = {
  id: SubroleId;
  /** The English name. */
  name: string;
  /** What its heroes are for. */
  description: string;
  /** The current in-game passive granted by the sub-role. */
  passive: string;
};

export type PatchCollection = {
  /** The items, in a fixed order. */
  data: Array<Patch>;
  /** What the collection describes, and its size. */
  meta: Meta;
};

export type Patch = {
  /** The patch date; suffixed `-b`, `-c`, ... only when two patches land on the same day. */
  id: string;
  /** The day on which it went live. */
  date: string;
  kind: PatchKind;
  /** What the patch is called. */
  name: string;
  /** The official notes; null where there are none. */
  sourceUrl: string | null;
  /** What it did, in a sentence; null where nobody wrote one. */
  summary: string | null;
  /** Covers the core competitive game only. */
  changes: Array<PatchChange>;
};

/** What kind of patch it is. */
export type PatchKind = "season" | "mid-season" | "hotfix";

export type PatchChange = {
  /** A `/`-separated path rooted at a resource collection, such as `heroes/ana/abilities/biotic-grenade/cooldown`. */
  target: string;
  /** The value before the patch (may be null); absent when the thing is new. */
  from?: unknown;
  /** The value after the patch (may be null); absent when the thing is gone. */
  to?: unknown;
};

export type PatchChangeCollection = {
  /** The items, in a fixed order. */
  data: Array<PatchChange>;
  /** What the collection describes, and its size. */
  meta: Meta;
};

/** For tools in any language: put a name of a match log into Unicode normal form C and lower case, and look it up. */
export type Vocabulary = {
  /** Id of the game. */
  game: string;
  /** Id of the patch the names are as of. */
  patch: string;
  /** null: every spelling on record. Else the names in this language, and the aliases written in its script alone (en Latin, ko Hangul, zh Han), because aliases carry no language. */
  language: Language | null;
  /** Spelling -> hero id. */
  heroes: Record<string, string>;
  /** Spelling -> map id; a variant's leads to its base map. */
  maps: Record<string, string>;
  /** Spelling of a variant -> its base map and itself. Localized names of variants are aliases of the map, and stand in maps only. */
  variants: Record<string, {
    /** Id of the base map. */
    map: string;
    /** Id of the variant. */
    variant: string;
  }>;
  /** Spelling of an ability -> every ability of that name; heroes may share one. */
  abilities: Record<string, Array<{
    /** Id of the hero. */
    hero: string;
    /** Id of the ability. */
    ability: string;
  }>>;
  /** Hero id -> the abilities that match logs report by slot. */
  slots: Record<string, {
    /** What logs call Ability 1. */
    ability1: {
      /** Unique within the hero. */
      id: string;
      /** The English name. */
      name: string;
    };
    /** What logs call Ability 2. */
    ability2: {
      /** Unique within the hero. */
      id: string;
      /** The English name. */
      name: string;
    };
    /** What logs call the ultimate. */
    ultimate: {
      /** Unique within the hero. */
      id: string;
      /** The English name. */
      name: string;
    };
  }>;
};

/** A language in which every hero has a name. */
export type Language = "en" | "ko" | "zh";

export type HeroDetailsCollection = {
  /** Every hero, by id. */
  data: Array<HeroDetails>;
  /** What each field of a figure is. */
  fields: Array<FigureField>;
  /** What the collection describes, and its size. */
  meta: {
    /** Id of the patch that the figures are as of. */
    patch: string;
    /** Number of heroes. */
    count: number;
  };
};

/** A hero's figures and perks, beside the contract. */
export type HeroDetails = {
  /** Lower-case ASCII words joined by hyphens. */
  id: string;
  /** The English name. */
  name: string;
  /** Id of the patch that the figures are as of. */
  patch: string;
  /** null where it is not on record. */
  release: Release | null;
  /** What has no `since` has been so at least since then. */
  onRecordSince: string;
  /** Each kind of health that the hero has. */
  health: Array<Figure>;
  /** In the order of Hero.abilities. */
  abilities: Array<AbilityDetails>;
  /** Minor ones first. */
  perks: Array<PerkDetails>;
  /** What is not sure of this hero. */
  gaps: Array<Gap>;
  /** Where the hero's values were read. */
  sources: Array<{
    /** A public address at which a person can read it. */
    url: string;
    /** The day or month of the state that was read there, where the page changes over time. */
    date?: string;
    /** Sources of one family copy each other: they are one witness. */
    family: string;
  }>;
};

/** When a hero joined the game. */
export type Release = {
  /** The day on which the hero joined the game for good. */
  date: string;
  /** Which hero it was; null of the 21 that the game began with. */
  number: number | null;
};

export type Figure = {
  /** Letters and digits, a small letter first, such as damageMin. */
  field: string;
  /** In its unit; of a flag, whether the trait is there. */
  value: number | boolean;
  unit: Unit;
  /** What it holds for, such as per pellet. */
  note?: string;
  /** The patch that made it so; left out where it has been so as long as the record goes back. */
  since?: string;
  /** Where its last change was read, when not at that patch's own sourceUrl. */
  source?: string;
  /** Why it rests on thin evidence. */
  gap?: string;
};

/** flag is a trait that is there or not; points are of ultimate charge; none is a plain number. */
export type Unit = "hp" | "hp/s" | "s" | "m" | "m/s" | "deg" | "shots/s" | "%" | "count" | "multiplier" | "points" | "flag" | "none";

export type AbilityDetails = {
  /** Lower-case ASCII words joined by hyphens. */
  id: string;
  /** The slot the ability occupies. */
  kind: AbilityKind;
  /** The English name. */
  name: string;
  /** Names by language tag; English is the name itself. */
  names: Record<string, string>;
  /** The cooldown first, where there is one. */
  figures: Array<Figure>;
};

export type PerkDetails = {
  /** Lower-case ASCII words joined by hyphens. */
  id: string;
  tier: PerkTier;
  /** The English name. */
  name: string;
  /** Names by language tag; English is the name itself. */
  names: Record<string, string>;
  /** What it does; null of a perk that is gone today. */
  effect: string | null;
  /** Ids of the abilities that it changes. */
  affects: Array<string>;
  /** The patch that made it so; left out where it has been so as long as the record goes back. */
  since?: string;
  /** Where its last change was read, when not at that patch's own sourceUrl. */
  source?: string;
  /** Why it rests on thin evidence. */
  gap?: string;
  /** Its numbers, each in its unit. */
  figures: Array<Figure>;
};

/** Whether it is a minor or a major perk. */
export type PerkTier = "minor" | "major";

/** A value that is unknown or rests on thin evidence. */
export type Gap = {
  /** The value, or the values, that are meant; `*` is any one segment. */
  path: string;
  /** What is not known, and why. */
  reason: string;
  /** Set where only states before this patch are meant. */
  before?: string;
};

export type FigureField = {
  /** Letters and digits, a small letter first, such as damageMin. */
  name: string;
  /** The field in a sentence, such as minimum damage. */
  label: string;
  unit: Unit;
  /** What more of it, or having it, means for the hero whose figure it is. */
  more: Direction;
  /** The figure that it moves with, such as the minimum with the maximum of a damage. */
  follows?: string;
};

/** What more of a figure means for the hero who has it. */
export type Direction = "better" | "worse" | "neutral";

/** A patch's changes with what they mean. */
export type PatchDetails = {
  /** The patch date; suffixed `-b`, `-c`, ... only when two patches land on the same day. */
  id: string;
  /** The day on which it went live. */
  date: string;
  kind: PatchKind;
  /** What the patch is called. */
  name: string;
  /** The official notes; null where there are none. */
  sourceUrl: string | null;
  /** What it did, in a sentence; null where nobody wrote one. */
  summary: string | null;
  completeness: Completeness;
  /** The heroes it changed, by id. */
  heroes: Array<HeroEffect>;
  /** In the order of the record. */
  changes: Array<ChangeDetails>;
  /** What is not sure of this patch. */
  gaps: Array<Gap>;
  /** Where the changes were read. */
  sources: Array<{
    /** A public address at which a person can read it. */
    url: string;
    /** The day or month of the state that was read there, where the page changes over time. */
    date?: string;
    /** Sources of one family copy each other: they are one witness. */
    family: string;
  }>;
};

/** `complete` where the official notes, or a copy of them, were read whole. */
export type Completeness = {
  /** The notes were read whole. */
  state: "complete";
} | {
  /** Some of the notes were not read. */
  state: "partial";
  /** What the record lacks, in a sentence. */
  missing: string;
};

/** What a patch means for a hero in all. */
export type HeroEffect = {
  /** Lower-case ASCII words joined by hyphens. */
  id: string;
  /** The English name. */
  name: string;
  /** mixed where there are both buffs and nerfs. */
  effect: Effect;
  /** How many changes there are of each effect. */
  counts: {
    /** Changes of this effect: buff. */
    buff: number;
    /** Changes of this effect: nerf. */
    nerf: number;
    /** Changes of this effect: neutral. */
    neutral: number;
    /** Changes of this effect: mixed. */
    mixed: number;
    /** Changes of this effect: new. */
    new: number;
    /** Changes of this effect: gone. */
    gone: number;
    /** Changes of this effect: rule. */
    rule: number;
    /** Changes of this effect: unknown. */
    unknown: number;
  };
};

/** What it means for the hero. `new` and `gone` are things and values that were added or removed, `rule` is about the game and not about strength, and `unknown` has its reason in the note. */
export type Effect = "buff" | "nerf" | "neutral" | "mixed" | "new" | "gone" | "rule" | "unknown";

export type ChangeDetails = {
  /** A `/`-separated path rooted at a resource collection, such as `heroes/ana/abilities/biotic-grenade/cooldown`. */
  target: string;
  /** The value before the patch (may be null); absent when the thing is new. */
  from?: unknown;
  /** The value after the patch (may be null); absent when the thing is gone. */
  to?: unknown;
  /** What changed, in words, such as Sleep Dart cooldown. */
  subject: string;
  /** null where the change is of no figure. */
  unit: Unit | null;
  effect: Effect;
  /** null where it holds in both formats. */
  scope: TeamFormat | null;
  /** What explains the change; null where nothing has to. */
  note: string | null;
  /** Where the change was read. */
  source: string | null;
  /** The change in a sentence. */
  text: string;
};

/** A format of play. */
export type TeamFormat = "5v5" | "6v6";

/** Everything that is unknown or rests on thin evidence. */
export type GapList = {
  /** The day up to which sources were searched. */
  lastChecked: string;
  /** Every gap on record. */
  gaps: Array<Gap>;
};

/** What the site describes, and how complete it is. */
export type Status = {
  /** Lower-case ASCII words joined by hyphens. */
  game: string;
  /** Id of the patch that the site describes. */
  patch: string;
  /** Id of the oldest patch whose state can be rebuilt. */
  historyFrom: string;
  /** The day up to which sources were searched. */
  lastChecked: string;
  /** How complete the record of each patch is, newest first. */
  completeness: Record<string, Completeness>;
  /** How many recorded changes have each effect. */
  effects: Record<string, number>;
  /** How many gaps are on record. */
  gaps: number;
};

export type SeasonList = {
  /** Oldest first. */
  seasons: Array<Season>;
};

export type Season = {
  /** Id of the patch that began it. */
  patch: string;
  /** What the season is called. */
  name: string;
  /** Its theme; empty where it has none. */
  title: string;
  /** Its first day. */
  from: string;
  /** Its last day; null for the season of today. */
  to: string | null;
};

/** The site as of each patch. */
export type Versions = {
  /** Raised when old readers could misread the list. */
  format: 1;
  /** Lower-case ASCII words joined by hyphens. */
  game: string;
  /** The address above all versions, where the newest is served. */
  baseUrl: string;
  /** The version of the newest patch. */
  latest: string;
  /** Newest first, one for each patch. */
  versions: Array<Version>;
};

export type Version = {
  /** The patch, and eight digits of the checksum of its documents. */
  version: string;
  /** The patch date; suffixed `-b`, `-c`, ... only when two patches land on the same day. */
  patch: string;
  /** What the patch is called. */
  name: string;
  kind: PatchKind;
  /** Where it is served. What is below it never changes. */
  address: string;
  /** Of its folder, compressed siblings included. */
  files: number;
  /** Of all those files. */
  bytes: number;
  /** The version's manifest.json. */
  manifest: {
    /** Its size. */
    bytes: number;
    /** Its checksum. */
    sha256: string;
  };
};

/** RFC 9457 problem document. */
export type Problem = {
  type: ProblemType;
  /** The status phrase. */
  title: string;
  /** HTTP status. */
  status: number;
  /** What is wrong with this request, and what to do. */
  detail: string;
  /** The request path that failed, without the query. */
  instance: string;
};

/** Address of a page that explains the problem; it ends in bad-request, unauthorized, forbidden, not-found, method-not-allowed, too-many-requests, internal-server-error, bad-gateway, gateway-timeout. */
export type ProblemType = string;

/** The kind of a problem: the last segment of its `type`. */
export type ProblemKind = "bad-request" | "unauthorized" | "forbidden" | "not-found" | "too-many-requests" | "internal-server-error";
