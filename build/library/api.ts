// Made from the OpenAPI description by `npm run schemas`; do not edit.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the deployment serves
         * @description Never cached. Looks at no credential; not counted.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The supported games
         * @description The id of a game is the {game} segment of all other paths.
         */
        get: operations["listGames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description
         * @description OpenAPI 3.1. Looks at no credential; not counted.
         */
        get: operations["getDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/heroes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every hero as of the newest patch
         * @description Sorted by id, each hero with its complete kit.
         */
        get: operations["listHeroes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/heroes/{hero}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A hero, by id, name or alias
         * @description An answer found under another spelling says the canonical path. Names are compared in Unicode normal form C and lower case; nothing else is removed.
         */
        get: operations["getHero"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/heroes/{hero}/abilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A hero's complete kit, in the order of Hero.abilities
         * @description The first three are Ability 1, Ability 2 and Ultimate, which match logs report by slot.
         */
        get: operations["listAbilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/maps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every map, its variants inside it
         * @description Sorted by id. A variant is never a map of its own.
         */
        get: operations["listMaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/maps/{map}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A map, by id, name, alias or variant
         * @description A variant leads to the map that carries it. Names are compared in Unicode normal form C and lower case; nothing else is removed.
         */
        get: operations["getMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/modes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The core competitive modes
         * @description In the order of the specification.
         */
        get: operations["listModes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Roles with their sub-roles and passives
         * @description In the order of the specification.
         */
        get: operations["listRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/patches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Patches, newest first
         * @description Filters combine. A static host without the proxy serves the whole list and ignores them.
         */
        get: operations["listPatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/patches/{patch}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A patch with its changes
         * @description The changes cover the core competitive game only.
         */
        get: operations["getPatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{game}/patches/{patch}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a patch changed
         * @description The changes of one patch, in the order of its record.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vocabulary.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every spelling, variant and ability slot, for tools that resolve names themselves
         * @description Looks at no credential; not counted.
         */
        get: operations["getVocabulary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vocabulary/{language}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same in one language
         * @description Looks at no credential; not counted.
         */
        get: operations["getVocabularyOfLanguage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/details/heroes.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures and perks of every hero, and what each field of a figure is
         * @description Looks at no credential; not counted.
         */
        get: operations["listHeroDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/details/heroes/{hero}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A hero's figures and perks, by id, name or alias
         * @description The file stands under the id; the proxy, and hosts with the configuration of the site, find it by every name of the hero. Names are compared in Unicode normal form C and lower case; nothing else is removed. Looks at no credential; not counted.
         */
        get: operations["getHeroDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/details/patches/{patch}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A patch's changes in words, and what they mean for each hero
         * @description Looks at no credential; not counted.
         */
        get: operations["getPatchDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gaps.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Values that are unknown or rest on thin evidence, and why
         * @description Looks at no credential; not counted.
         */
        get: operations["getGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi-3.0.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description in OpenAPI 3.0.3, for generators that read no 3.1
         * @description Looks at no credential; not counted.
         */
        get: operations["getDescription30"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Health: {
            status: components["schemas"]["HealthStatus"];
            /** @description Patch id the deployment describes. */
            patch: string;
            /** @description Identifier of the commit the deployment was built from. */
            version: string;
        };
        /**
         * @description It serves.
         * @enum {string}
         */
        HealthStatus: "ok";
        GameCollection: {
            /** @description The items, in a fixed order. */
            data: components["schemas"]["Game"][];
            /** @description What the collection describes, and its size. */
            meta: components["schemas"]["Meta"];
        };
        Game: {
            /** @description The {game} path segment of all other routes. */
            id: string;
            /** @description The game's name, for people. */
            name: string;
        };
        Meta: {
            /** @description Id of the newest patch the data describes. */
            patch: string;
            /** @description Number of items in the collection. */
            count: number;
        };
        HeroCollection: {
            /** @description The items, in a fixed order. */
            data: components["schemas"]["Hero"][];
            /** @description What the collection describes, and its size. */
            meta: components["schemas"]["Meta"];
        };
        Hero: {
            /** @description Lower-case ASCII words joined by hyphens. */
            id: string;
            /** @description The English name. */
            name: string;
            names: components["schemas"]["LocalizedNames"];
            role: components["schemas"]["HeroRole"];
            /** @description The game's official gameplay sub-role. */
            subrole: components["schemas"]["SubroleId"];
            health: components["schemas"]["HeroHealth"];
            /** @description Alternate spellings seen in match logs or legacy data. Every alias resolves to this hero. */
            aliases: string[];
            /** @description Complete kit. The first three are always Ability 1, Ability 2 and Ultimate (match-log compatibility); weapon modes, passives, alternate forms and additional inputs follow. */
            abilities: components["schemas"]["Ability"][];
            /**
             * Format: uri
             * @description Image address under {assets_url}.
             */
            portrait: string;
        };
        /** @description The name in each language that heroes are named in. */
        LocalizedNames: {
            /** @description English, as the game client writes it. */
            en: string;
            /** @description Korean, as the game client writes it. */
            ko: string;
            /** @description Simplified Chinese, as the game client writes it. */
            zh: string;
        };
        /**
         * @description Id of a role.
         * @enum {string}
         */
        HeroRole: "tank" | "damage" | "support";
        /**
         * @description Id of a sub-role; each belongs to one role.
         * @enum {string}
         */
        SubroleId: "bruiser" | "initiator" | "stalwart" | "flanker" | "recon" | "sharpshooter" | "specialist" | "medic" | "survivor" | "tactician";
        /** @description Baseline recoverable hit-point pool in 5v5 Role Queue. */
        HeroHealth: {
            /** @description Ordinary health. */
            standard: number;
            /** @description The part that is armor. */
            armor: number;
            /** @description The part that is shields. */
            shields: number;
            /** @description standard + armor + shields. */
            total: number;
        };
        Ability: {
            /** @description Unique within the hero. */
            id: string;
            /** @description The slot the ability occupies. */
            kind: components["schemas"]["AbilityKind"];
            /** @description The English name. */
            name: string;
            /** @description What it does, in English; null where it is not on record. */
            description: string | null;
            /** @description Seconds, of one charge where there are charges; null when the ability has no cooldown. */
            cooldown: number | null;
        };
        /** @enum {string} */
        AbilityKind: "primary" | "secondary" | "ability" | "ultimate" | "passive";
        AbilityCollection: {
            /** @description The items, in a fixed order. */
            data: components["schemas"]["Ability"][];
            /** @description What the collection describes, and its size. */
            meta: components["schemas"]["Meta"];
        };
        MapCollection: {
            /** @description The items, in a fixed order. */
            data: components["schemas"]["GameMap"][];
            /** @description What the collection describes, and its size. */
            meta: components["schemas"]["Meta"];
        };
        GameMap: {
            /** @description Lower-case ASCII words joined by hyphens. */
            id: string;
            /** @description The English name. */
            name: string;
            /** @description The one mode that it is played in. */
            mode: components["schemas"]["ModeId"];
            /** @description Alternate and localized spellings seen in match logs or legacy data. Every alias resolves to this map. */
            aliases: string[];
            /** @description Cosmetic re-skins. A variant is never its own map. */
            variants: components["schemas"]["MapVariant"][];
            /**
             * Format: uri
             * @description Image address under {assets_url}.
             */
            thumbnail: string;
        };
        /**
         * @description Id of a core competitive mode.
         * @enum {string}
         */
        ModeId: "control" | "escort" | "hybrid" | "push" | "flashpoint";
        /** @description A cosmetic re-skin. Anything recorded on it belongs to the base map. */
        MapVariant: {
            /** @description The variant part; the variant is addressable as `<map>-<variant>`. */
            id: string;
            /** @description The English name. */
            name: string;
            /**
             * Format: uri
             * @description Image address under {assets_url}.
             */
            thumbnail: string;
        };
        ModeCollection: {
            /** @description The items, in a fixed order. */
            data: components["schemas"]["Mode"][];
            /** @description What the collection describes, and its size. */
            meta: components["schemas"]["Meta"];
        };
        Mode: {
            id: components["schemas"]["ModeId"];
            /** @description The English name. */
            name: string;
        };
        RoleCollection: {
            /** @description The items, in a fixed order. */
            data: components["schemas"]["Role"][];
            /** @description What the collection describes, and its size. */
            meta: components["schemas"]["Meta"];
        };
        Role: {
            id: components["schemas"]["HeroRole"];
            /** @description The English name. */
            name: string;
            /** @description In the order of the specification. */
            subroles: components["schemas"]["Subrole"][];
        };
        Subrole: {
            id: components["schemas"]["SubroleId"];
            /** @description The English name. */
            name: string;
            /** @description What its heroes are for. */
            description: string;
            /** @description The current in-game passive granted by the sub-role. */
            passive: string;
        };
        PatchCollection: {
            /** @description The items, in a fixed order. */
            data: components["schemas"]["Patch"][];
            /** @description What the collection describes, and its size. */
            meta: components["schemas"]["Meta"];
        };
        Patch: {
            /** @description The patch date; suffixed `-b`, `-c`, ... only when two patches land on the same day. */
            id: string;
            /**
             * Format: date
             * @description The day on which it went live.
             */
            date: string;
            kind: components["schemas"]["PatchKind"];
            /** @description What the patch is called. */
            name: string;
            /**
             * Format: uri
             * @description The official notes; null where there are none.
             */
            sourceUrl: string | null;
            /** @description What it did, in a sentence; null where nobody wrote one. */
            summary: string | null;
            /** @description Covers the core competitive game only. */
            changes: components["schemas"]["PatchChange"][];
        };
        /**
         * @description What kind of patch it is.
         * @enum {string}
         */
        PatchKind: "season" | "mid-season" | "hotfix";
        PatchChange: {
            /** @description A `/`-separated path rooted at a resource collection, such as `heroes/ana/abilities/biotic-grenade/cooldown`. */
            target: string;
            /** @description The value before the patch (may be null); absent when the thing is new. */
            from?: unknown;
            /** @description The value after the patch (may be null); absent when the thing is gone. */
            to?: unknown;
        };
        PatchChangeCollection: {
            /** @description The items, in a fixed order. */
            data: components["schemas"]["PatchChange"][];
            /** @description What the collection describes, and its size. */
            meta: components["schemas"]["Meta"];
        };
        /** @description For tools in any language: put a name of a match log into Unicode normal form C and lower case, and look it up. */
        Vocabulary: {
            /** @description Id of the game. */
            game: string;
            /** @description Id of the patch the names are as of. */
            patch: string;
            /** @description null: every spelling on record. Else the names in this language, and the aliases written in its script alone (en Latin, ko Hangul, zh Han), because aliases carry no language. */
            language: components["schemas"]["Language"] | null;
            /** @description Spelling -> hero id. */
            heroes: {
                [key: string]: string;
            };
            /** @description Spelling -> map id; a variant's leads to its base map. */
            maps: {
                [key: string]: string;
            };
            /** @description Spelling of a variant -> its base map and itself. Localized names of variants are aliases of the map, and stand in maps only. */
            variants: {
                [key: string]: {
                    /** @description Id of the base map. */
                    map: string;
                    /** @description Id of the variant. */
                    variant: string;
                };
            };
            /** @description Spelling of an ability -> every ability of that name; heroes may share one. */
            abilities: {
                [key: string]: {
                    /** @description Id of the hero. */
                    hero: string;
                    /** @description Id of the ability. */
                    ability: string;
                }[];
            };
            /** @description Hero id -> the abilities that match logs report by slot. */
            slots: {
                [key: string]: {
                    /** @description What logs call Ability 1. */
                    ability1: {
                        /** @description Unique within the hero. */
                        id: string;
                        /** @description The English name. */
                        name: string;
                    };
                    /** @description What logs call Ability 2. */
                    ability2: {
                        /** @description Unique within the hero. */
                        id: string;
                        /** @description The English name. */
                        name: string;
                    };
                    /** @description What logs call the ultimate. */
                    ultimate: {
                        /** @description Unique within the hero. */
                        id: string;
                        /** @description The English name. */
                        name: string;
                    };
                };
            };
        };
        /**
         * @description A language in which every hero has a name.
         * @enum {string}
         */
        Language: "en" | "ko" | "zh";
        HeroDetailsCollection: {
            /** @description Every hero, by id. */
            data: components["schemas"]["HeroDetails"][];
            /** @description What each field of a figure is. */
            fields: components["schemas"]["FigureField"][];
            /** @description What the collection describes, and its size. */
            meta: {
                /** @description Id of the patch that the figures are as of. */
                patch: string;
                /** @description Number of heroes. */
                count: number;
            };
        };
        /** @description A hero's figures and perks, beside the contract. */
        HeroDetails: {
            /** @description Lower-case ASCII words joined by hyphens. */
            id: string;
            /** @description The English name. */
            name: string;
            /** @description Id of the patch that the figures are as of. */
            patch: string;
            /** @description null where it is not on record. */
            release: components["schemas"]["Release"] | null;
            /** @description What has no `since` has been so at least since then. */
            onRecordSince: string;
            /** @description Each kind of health that the hero has. */
            health: components["schemas"]["Figure"][];
            /** @description In the order of Hero.abilities. */
            abilities: components["schemas"]["AbilityDetails"][];
            /** @description Minor ones first. */
            perks: components["schemas"]["PerkDetails"][];
            /** @description What is not sure of this hero. */
            gaps: components["schemas"]["Gap"][];
            /** @description Where the hero's values were read. */
            sources: {
                /**
                 * Format: uri
                 * @description A public address at which a person can read it.
                 */
                url: string;
                /** @description The day or month of the state that was read there, where the page changes over time. */
                date?: string;
                /** @description Sources of one family copy each other: they are one witness. */
                family: string;
            }[];
        };
        /** @description When a hero joined the game. */
        Release: {
            /**
             * Format: date
             * @description The day on which the hero joined the game for good.
             */
            date: string;
            /** @description Which hero it was; null of the 21 that the game began with. */
            number: number | null;
        };
        Figure: {
            /** @description Letters and digits, a small letter first, such as damageMin. */
            field: string;
            /** @description In its unit; of a flag, whether the trait is there. */
            value: number | boolean;
            unit: components["schemas"]["Unit"];
            /** @description What it holds for, such as per pellet. */
            note?: string;
            /** @description The patch that made it so; left out where it has been so as long as the record goes back. */
            since?: string;
            /**
             * Format: uri
             * @description Where its last change was read, when not at that patch's own sourceUrl.
             */
            source?: string;
            /** @description Why it rests on thin evidence. */
            gap?: string;
        };
        /**
         * @description flag is a trait that is there or not; points are of ultimate charge; none is a plain number.
         * @enum {string}
         */
        Unit: "hp" | "hp/s" | "s" | "m" | "m/s" | "deg" | "shots/s" | "%" | "count" | "multiplier" | "points" | "flag" | "none";
        AbilityDetails: {
            /** @description Lower-case ASCII words joined by hyphens. */
            id: string;
            /** @description The slot the ability occupies. */
            kind: components["schemas"]["AbilityKind"];
            /** @description The English name. */
            name: string;
            /** @description Names by language tag; English is the name itself. */
            names: {
                [key: string]: string;
            };
            /** @description The cooldown first, where there is one. */
            figures: components["schemas"]["Figure"][];
        };
        PerkDetails: {
            /** @description Lower-case ASCII words joined by hyphens. */
            id: string;
            tier: components["schemas"]["PerkTier"];
            /** @description The English name. */
            name: string;
            /** @description Names by language tag; English is the name itself. */
            names: {
                [key: string]: string;
            };
            /** @description What it does; null of a perk that is gone today. */
            effect: string | null;
            /** @description Ids of the abilities that it changes. */
            affects: string[];
            /** @description The patch that made it so; left out where it has been so as long as the record goes back. */
            since?: string;
            /**
             * Format: uri
             * @description Where its last change was read, when not at that patch's own sourceUrl.
             */
            source?: string;
            /** @description Why it rests on thin evidence. */
            gap?: string;
            /** @description Its numbers, each in its unit. */
            figures: components["schemas"]["Figure"][];
        };
        /**
         * @description Whether it is a minor or a major perk.
         * @enum {string}
         */
        PerkTier: "minor" | "major";
        /** @description A value that is unknown or rests on thin evidence. */
        Gap: {
            /** @description The value, or the values, that are meant; `*` is any one segment. */
            path: string;
            /** @description What is not known, and why. */
            reason: string;
            /** @description Set where only states before this patch are meant. */
            before?: string;
        };
        FigureField: {
            /** @description Letters and digits, a small letter first, such as damageMin. */
            name: string;
            /** @description The field in a sentence, such as minimum damage. */
            label: string;
            unit: components["schemas"]["Unit"];
            /** @description What more of it, or having it, means for the hero whose figure it is. */
            more: components["schemas"]["Direction"];
            /** @description The figure that it moves with, such as the minimum with the maximum of a damage. */
            follows?: string;
        };
        /**
         * @description What more of a figure means for the hero who has it.
         * @enum {string}
         */
        Direction: "better" | "worse" | "neutral";
        /** @description A patch's changes with what they mean. */
        PatchDetails: {
            /** @description The patch date; suffixed `-b`, `-c`, ... only when two patches land on the same day. */
            id: string;
            /**
             * Format: date
             * @description The day on which it went live.
             */
            date: string;
            kind: components["schemas"]["PatchKind"];
            /** @description What the patch is called. */
            name: string;
            /**
             * Format: uri
             * @description The official notes; null where there are none.
             */
            sourceUrl: string | null;
            /** @description What it did, in a sentence; null where nobody wrote one. */
            summary: string | null;
            completeness: components["schemas"]["Completeness"];
            /** @description The heroes it changed, by id. */
            heroes: components["schemas"]["HeroEffect"][];
            /** @description In the order of the record. */
            changes: components["schemas"]["ChangeDetails"][];
            /** @description What is not sure of this patch. */
            gaps: components["schemas"]["Gap"][];
            /** @description Where the changes were read. */
            sources: {
                /**
                 * Format: uri
                 * @description A public address at which a person can read it.
                 */
                url: string;
                /** @description The day or month of the state that was read there, where the page changes over time. */
                date?: string;
                /** @description Sources of one family copy each other: they are one witness. */
                family: string;
            }[];
        };
        /** @description `complete` where the official notes, or a copy of them, were read whole. */
        Completeness: {
            /**
             * @description The notes were read whole.
             * @constant
             */
            state: "complete";
        } | {
            /**
             * @description Some of the notes were not read.
             * @constant
             */
            state: "partial";
            /** @description What the record lacks, in a sentence. */
            missing: string;
        };
        /** @description What a patch means for a hero in all. */
        HeroEffect: {
            /** @description Lower-case ASCII words joined by hyphens. */
            id: string;
            /** @description The English name. */
            name: string;
            /** @description mixed where there are both buffs and nerfs. */
            effect: components["schemas"]["Effect"];
            /** @description How many changes there are of each effect. */
            counts: {
                /** @description Changes of this effect: buff. */
                buff: number;
                /** @description Changes of this effect: nerf. */
                nerf: number;
                /** @description Changes of this effect: neutral. */
                neutral: number;
                /** @description Changes of this effect: mixed. */
                mixed: number;
                /** @description Changes of this effect: new. */
                new: number;
                /** @description Changes of this effect: gone. */
                gone: number;
                /** @description Changes of this effect: rule. */
                rule: number;
                /** @description Changes of this effect: unknown. */
                unknown: number;
            };
        };
        /**
         * @description What it means for the hero. `new` and `gone` are things and values that came or went, `rule` is about the game and not about strength, and `unknown` has its reason in the note.
         * @enum {string}
         */
        Effect: "buff" | "nerf" | "neutral" | "mixed" | "new" | "gone" | "rule" | "unknown";
        ChangeDetails: {
            /** @description A `/`-separated path rooted at a resource collection, such as `heroes/ana/abilities/biotic-grenade/cooldown`. */
            target: string;
            /** @description The value before the patch (may be null); absent when the thing is new. */
            from?: unknown;
            /** @description The value after the patch (may be null); absent when the thing is gone. */
            to?: unknown;
            /** @description What changed, in words, such as Sleep Dart cooldown. */
            subject: string;
            /** @description null where the change is of no figure. */
            unit: components["schemas"]["Unit"] | null;
            effect: components["schemas"]["Effect"];
            /** @description null where it holds in both formats. */
            scope: components["schemas"]["TeamFormat"] | null;
            /** @description What explains the change; null where nothing has to. */
            note: string | null;
            /**
             * Format: uri
             * @description Where the change was read.
             */
            source: string | null;
            /** @description The change in a sentence. */
            text: string;
        };
        /**
         * @description A format of play.
         * @enum {string}
         */
        TeamFormat: "5v5" | "6v6";
        /** @description Everything that is unknown or rests on thin evidence. */
        GapList: {
            /**
             * Format: date
             * @description The day up to which sources were searched.
             */
            lastChecked: string;
            /** @description Every gap on record. */
            gaps: components["schemas"]["Gap"][];
        };
        /** @description RFC 9457 problem document. */
        Problem: {
            type: components["schemas"]["ProblemType"];
            /** @description The status phrase. */
            title: string;
            /** @description HTTP status. */
            status: number;
            /** @description What is wrong with this request, and what to do. */
            detail: string;
            /** @description The request path that failed, without the query. */
            instance: string;
        };
        /**
         * Format: uri
         * @description Address of a page that explains the problem; it ends in bad-request, unauthorized, forbidden, not-found, method-not-allowed, too-many-requests, internal-server-error, bad-gateway, gateway-timeout.
         */
        ProblemType: string;
    };
    responses: {
        /** @description A query parameter of the patch list, or the request itself, could not be read. */
        "bad-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key or access token that was presented was rejected. */
        unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is valid but does not carry the scope gamedata:read. */
        forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such resource: the game, collection, hero, map or patch is not known under this spelling. */
        "not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller's rate limit is exhausted. */
        "too-many-requests": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request could not be completed. */
        "internal-server-error": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Id of a supported game; exact, case included. */
        game: string;
        /** @description A hero's id, its English, Korean or Chinese name, or any alias, in any letter case. */
        hero: string;
        /** @description A map's id, name or alias, or a variant by its name or as <map>-<variant>, in any letter case. */
        map: string;
        /** @description A patch id: its date, suffixed -b, -c, ... for further patches of one day. */
        patch: string;
        /** @description A language in which the data names every hero. */
        language: components["schemas"]["Language"];
        /** @description Only patches on or after this date. */
        since: string;
        /** @description Only patches on or before this date. */
        until: string;
        /** @description Only patches of this kind. */
        kind: components["schemas"]["PatchKind"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listGames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameCollection"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    getDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listHeroes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeroCollection"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    getHero: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
                /** @description A hero's id, its English, Korean or Chinese name, or any alias, in any letter case. */
                hero: components["parameters"]["hero"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hero"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    listAbilities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
                /** @description A hero's id, its English, Korean or Chinese name, or any alias, in any letter case. */
                hero: components["parameters"]["hero"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbilityCollection"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    listMaps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MapCollection"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    getMap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
                /** @description A map's id, name or alias, or a variant by its name or as <map>-<variant>, in any letter case. */
                map: components["parameters"]["map"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameMap"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    listModes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModeCollection"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    listRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleCollection"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    listPatches: {
        parameters: {
            query?: {
                /** @description Only patches on or after this date. */
                since?: components["parameters"]["since"];
                /** @description Only patches on or before this date. */
                until?: components["parameters"]["until"];
                /** @description Only patches of this kind. */
                kind?: components["parameters"]["kind"];
            };
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatchCollection"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad-request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    getPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
                /** @description A patch id: its date, suffixed -b, -c, ... for further patches of one day. */
                patch: components["parameters"]["patch"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Patch"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    listChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a supported game; exact, case included. */
                game: components["parameters"]["game"];
                /** @description A patch id: its date, suffixed -b, -c, ... for further patches of one day. */
                patch: components["parameters"]["patch"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatchChangeCollection"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not-found"];
            429: components["responses"]["too-many-requests"];
            500: components["responses"]["internal-server-error"];
        };
    };
    getVocabulary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vocabulary"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getVocabularyOfLanguage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A language in which the data names every hero. */
                language: components["parameters"]["language"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vocabulary"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["not-found"];
        };
    };
    listHeroDetails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeroDetailsCollection"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getHeroDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A hero's id, its English, Korean or Chinese name, or any alias, in any letter case. */
                hero: components["parameters"]["hero"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeroDetails"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["not-found"];
        };
    };
    getPatchDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A patch id: its date, suffixed -b, -c, ... for further patches of one day. */
                patch: components["parameters"]["patch"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatchDetails"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["not-found"];
        };
    };
    getGaps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GapList"];
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getDescription30: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Not Modified: If-None-Match names the current ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
