import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { expect, inject, it } from "vitest";
import { REAL_DATA } from "../../../helpers/real-data.ts";

const site = inject("realSite");

/** Every id of a hero, map, variant, ability or perk, with its name. */
const NAMED = [
  ...REAL_DATA.heroes.flatMap(({ id, names, abilities, perks = [] }) => [
    { id, name: names.en },
    ...abilities,
    ...perks,
  ]),
  ...REAL_DATA.maps.flatMap(({ id, name, variants }) => [
    { id, name },
    ...variants.map((variant) => ({ id: `${id}-${variant.id}`, name: variant.name })),
  ]),
];

/** `kings-row`, and `Kings Row`, which nobody calls it, each with the names that it represents. */
const BARE = new Map<string, string[]>();
const formerNames = REAL_DATA.patches.flatMap(({ changes }) =>
  changes.flatMap(({ target, from }) => (target.endsWith("/name") ? [from] : [])),
);
const spelled = new Set<unknown>([...NAMED.map(({ name }) => name), ...formerNames]);
for (const { id, name } of NAMED) {
  const title = id.replace(
    /(^|-)(.)/g,
    (_, hyphen, char) => (hyphen ? " " : "") + char.toUpperCase(),
  );
  for (const bare of [...(id.includes("-") ? [id] : []), title]) {
    const isShortened = name.replace(/[^\p{L}\p{N}]+$/u, "") === bare; // "Eject!" in a sentence
    if (!spelled.has(bare) && !isShortened) BARE.set(bare, [...(BARE.get(bare) ?? []), name]);
  }
}

const escaped = [...BARE.keys()].map((bare) => bare.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
const FORMS = new RegExp(`(?<![\\w/-])(?:${escaped.join("|")})(?![\\w/-])`, "g");

/** Paths of the record, and fields as the data writes them. */
const RECORD = /(?<![\w./-])(?:heroes|maps|roles|modes)\/[\w*-]+|(?<![\w.])[a-z]+[A-Z][a-z]\w*/g;

/** What is not a sentence: code, the spellings that a reader may type, and where files are. */
const APART = [
  /<(script|style|pre|code)\b.*?<\/\1>/gs,
  /<section class="part" aria-labelledby="(?:names|variants)">.*?<\/section>/gs,
  /<details class="small sources".*?<\/details>/gs,
  /<small class="proof">.*?<\/small>/gs,
  /^- (?:Id|Other spellings|As JSON): .*$/gm,
  /```.*?```|`[^`]*`|\]\([^)]*\)|<https?:[^>]*>/gs,
  /<id>.*?<\/id>/gs,
];

/** What a person reads of a file: texts, labels and descriptions. */
function wordsOf(text: string) {
  return APART.reduce((left, apart) => left.replace(apart, " "), text)
    .replace(/<[^>"]*(?:"[^"]*"[^>"]*)*>/g, (tag) =>
      [[], ...tag.matchAll(/ (?:aria-label|title|alt|content)="([^"]*)"/g), []]
        .map((found) => found[1] ?? "")
        .join(" | "),
    )
    .replace(/https?:\/\/\S*/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

function bareIdsOf(file: string) {
  const words = wordsOf(readFileSync(join(site, file), "utf8"));
  const found = [...words.matchAll(FORMS)].filter(
    ({ 0: bare, index }) => !BARE.get(bare)?.some((name) => words.startsWith(name, index)),
  );
  return [...found, ...words.matchAll(RECORD)].map(
    ({ 0: bare, index }) =>
      `${file}: ${bare} in "${words.slice(Math.max(0, index - 30), index + 40)}"`,
  );
}

it.each([
  ["pages", ["*.html", "{heroes,maps,patches,compare,problems}/*.html"], 150],
  ["feeds", ["feeds/**/*.atom"], 50],
  ["Markdown of heroes", ["heroes/*.md"], 50],
  ["what assistants read", ["llms.txt"], 0],
])("nobody reads an id where there is a name: %s", (_what, patterns, most) => {
  const files = fg.sync(patterns, { cwd: site, ignore: ["404.html"] });
  expect(files.length).toBeGreaterThan(most);
  expect(files.flatMap(bareIdsOf)).toEqual([]);
});
