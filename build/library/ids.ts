/** The ids that the data has. The package has unions of them here, made with the data. */
export type HeroId = string;

export type MapId = string;

export type AbilityId = string;
