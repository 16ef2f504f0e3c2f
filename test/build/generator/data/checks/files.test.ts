import { renameSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkFiles, checkLists } from "../../../../../build/generator/data/checks/files.ts";
import { problemsOf } from "../../../../helpers/data.ts";
import { addPatch, copyOfToday, problemsAfter } from "../../../data-copies.ts";

it.each([
  ["heroes/ana.json", "heroes/anna.json", "ana", "anna.json"],
  ["heroes/ana.json", "heroes/Ana.json", "ana", "Ana.json"],
  ["maps/ilios.json", "maps/ilios-ruins.json", "ilios", "ilios-ruins.json"],
  ["patches/2099-01-01.json", "patches/2099-1-1.json", "2099-01-01", "2099-1-1.json"],
])("the name of a file is the id inside it: %s is not %s", (from, to, id, name) => {
  const folder = copyOfToday();
  addPatch(folder, "2099-01-01");
  renameSync(join(folder, from), join(folder, to));
  expect(problemsOf(folder)).toEqual([
    `${to} id: the id is "${id}" but the file is ${name}; rename the file or correct the id`,
  ]);
});

// biome-ignore lint/suspicious/noExplicitAny: an edit of a file, whose shape the checks judge
it.each<[what: string, file: string, edit: (file: any) => unknown, problem: string]>([
  [
    "an ability",
    "heroes/ana.json",
    ({ abilities }) => abilities.push({ ...abilities[3], name: "Another Rifle" }),
    'abilities[5].id: "biotic-rifle" is already in this list, at [3]',
  ],
  [
    "a variant",
    "maps/ilios.json",
    (map) => {
      map.variants = ["Night", "Late"].map((name) => ({ id: "night", name: `Ilios (${name})` }));
    },
    'variants[1].id: "night" is already in this list, at [0]',
  ],
  [
    "a mode",
    "modes.json",
    ({ modes }) => modes.splice(1, 1, modes[0]),
    'modes[1].id: "control" is already in this list, at [0]',
  ],
  [
    "a role",
    "roles.json",
    ({ roles }) => roles.push({ ...roles[0], subroles: [] }),
    'roles[3].id: "tank" is already in this list, at [0]',
  ],
  [
    "a sub-role",
    "roles.json",
    ({ roles }) => roles[0].subroles.push(roles[0].subroles[0]),
    'roles[0].subroles[3].id: "bruiser" is already in this list, at [0]',
  ],
])("an id of %s is listed once", (_what, file, edit, problem) => {
  expect(problemsAfter({ [file]: edit }, checkFiles)).toContain(
    `${file} ${problem}; list each id once`,
  );
});

const MODES = "control, escort, hybrid, push, flashpoint";
const SUBROLES =
  "bruiser, initiator, stalwart, flanker, recon, sharpshooter, specialist, medic, survivor, " +
  "tactician";

// biome-ignore lint/suspicious/noExplicitAny: an edit of a file, whose shape the checks judge
it.each<[what: string, file: string, edit: (file: any) => unknown, problem: string]>([
  ["every mode", "modes.json", ({ modes }) => modes.pop(), `modes: missing: flashpoint; ${MODES}`],
  [
    "the modes in order",
    "modes.json",
    ({ modes }) => modes.reverse(),
    `modes: the order is flashpoint, push, hybrid, escort, control; ${MODES}`,
  ],
  [
    "every sub-role",
    "roles.json",
    ({ roles }) => roles[2].subroles.shift(),
    `roles: missing: medic; ${SUBROLES}`,
  ],
  [
    "the roles in order",
    "roles.json",
    ({ roles }) => roles.reverse(),
    "roles: the order is support, damage, tank; tank, damage, support",
  ],
  [
    "the sub-roles of a role in order",
    "roles.json",
    ({ roles }) => roles[0].subroles.reverse(),
    "roles: the order is stalwart, initiator, bruiser, flanker, recon, sharpshooter, " +
      `specialist, medic, survivor, tactician; ${SUBROLES}`,
  ],
  [
    "each sub-role in one role",
    "roles.json",
    ({ roles }) => roles[1].subroles.unshift(roles[0].subroles[0]),
    "roles: the order is bruiser, initiator, stalwart, bruiser, flanker, recon, " +
      `sharpshooter, specialist, medic, survivor, tactician; ${SUBROLES}`,
  ],
])("the lists of the specification: %s", (_what, file, edit, problem) => {
  expect(problemsAfter({ [file]: edit }, checkLists)).toContain(
    `${file} ${problem.replace(/; (?=[^;]*$)/, "; expected exactly ")}`,
  );
});
