/** The ids of the data. In the package these types are unions of all ids. */
export type HeroId = string;

export type MapId = string;

export type AbilityId = string;
