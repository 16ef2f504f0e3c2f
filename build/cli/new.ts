import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Argument, type Command } from "commander";
import {
  ABILITY_KEYS,
  ABILITY_KINDS,
  PERK_TIERS,
  SUBROLES,
  WeaponKindSchema,
} from "../core/schema/hero.ts";
import { MODES } from "../core/schema/roles-and-modes.ts";
import { IdSchema } from "../core/schema/values.ts";
import { formatJson } from "../core/site/parse-json.ts";
import { joinKeepingPrefix } from "../core/site/site-files.ts";
import { replaceFile } from "../generator/write/update-file.ts";
import { DATA_TO_WRITE, dataToWrite } from "./terminal/data-folder.ts";
import { table } from "./terminal/table.ts";
import { InputError, print } from "./terminal/terminal.ts";

type Kind = "hero" | "map";

/** `gamedata new`. */
export function addNewCommand(program: Command): void {
  program
    .command("new")
    .description("write the skeleton of a data file, and print what goes into each field")
    .addArgument(new Argument("<kind>").choices(["hero", "map"]))
    .argument("<id>", "the id, which never changes: lower-case words joined by hyphens")
    .option("--data <dir>", DATA_TO_WRITE)
    .action((kind: Kind, id: string, { data }: { data?: string }) => writeSkeleton(kind, id, data));
}

function writeSkeleton(kind: Kind, id: string, data: string | undefined) {
  const dir = dataToWrite(data);
  if (!IdSchema.safeParse(id).success) {
    throw new InputError(
      `"${id}" is not an id; expected lower-case ASCII words joined by hyphens, such as soldier-76`,
    );
  }
  const file = `${kind === "hero" ? "heroes" : "maps"}/${id}.json`;
  const path = join(dir, file);
  if (existsSync(path)) throw new InputError(`${path} exists; edit it instead`);
  mkdirSync(dirname(path), { recursive: true });
  const schema = { $schema: `../schemas/${kind}.json`, id };
  replaceFile(path, formatJson({ ...schema, ...(kind === "hero" ? HERO : MAP) }));
  print(joinKeepingPrefix(dir, file));
  print(table(kind === "hero" ? HERO_FIELDS : MAP_FIELDS, "  "));
}

const SOURCES = [{ url: "", date: "" }];

/** Every value is empty, so that `check` asks for it. */
const HERO = {
  names: { en: "", ko: "", zh: "" },
  monogram: "",
  role: "",
  subrole: "",
  health: { standard: null, armor: null, shields: null },
  release: { date: "", number: null },
  aliases: [],
  abilities: (["ability", "ability", "ultimate", "primary"] as const).map((kind) => ({
    id: "",
    kind,
    key: "",
    ...(kind === "primary" && { weaponKind: "" }),
    name: "",
    description: "",
    cooldown: null,
    figures: {},
  })),
  perks: (["minor", "minor", "major", "major"] as const).map((tier) => ({
    id: "",
    tier,
    name: "",
    effect: "",
  })),
  sources: SOURCES,
};

const MAP = { name: "", mode: "", aliases: [], variants: [], sources: SOURCES };

const ALIASES =
  "other spellings in match logs, such as other languages; may stay empty; from logs and the client";
const SOURCE = "the pages that were read, with the day of the state; nothing that was not read";
const NEXT = "Then run check until it says only that it is unrecorded, and record";

const HERO_FIELDS = [
  ["names", "English, Korean, Simplified Chinese; from the game client"],
  ["monogram", "two characters for pictures that no other hero has, such as An; your choice"],
  ["role", "tank, damage or support; from the hero's official page"],
  ["subrole", `${SUBROLES.join(", ")}; from the hero's official page`],
  ["health", "0 if none; in 5v5 Role Queue, with the role's bonus; from the patch notes"],
  ["release", "the day the hero joined for good, and its number in that order; from the notes"],
  ["aliases", ALIASES],
  ["abilities", "Ability 1, Ability 2, Ultimate, then weapons, passives; from the official page"],
  ["  id", "the English name in lower case with hyphens, such as sleep-dart; never changes"],
  ["  kind", `${ABILITY_KINDS.join(", ")}; the slot`],
  ["  key", `${ABILITY_KEYS.join(", ")}; what plays it by default; remove it if passive`],
  ["  weaponKind", `${WeaponKindSchema.options.join(", ")}; weapons only`],
  ["  description", "one sentence in your own words that begins with a verb: Heals nearby allies."],
  ["  cooldown", "seconds, null if there is none; from the patch notes"],
  ["  figures", "numbers by their field in figures.json; remove it if empty; from the notes"],
  ["perks", `two ${PERK_TIERS.join(" and two ")}; effect in your own words; from the notes`],
  ["sources", SOURCE],
  [NEXT],
];

const MAP_FIELDS = [
  ["name", "the English name; from the game client"],
  ["mode", `${MODES.join(", ")}; from the map's official page`],
  ["aliases", ALIASES],
  [
    "variants",
    "cosmetic re-skins with id and name, such as winter; may stay empty; from match logs",
  ],
  ["sources", SOURCE],
  [NEXT],
];
