import { expect, it } from "vitest";
import { problemsAfter } from "../../../data-copies.ts";

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
  expect(problemsAfter({ [file]: edit })).toContain(
    `${file} ${problem.replace(/; (?=[^;]*$)/, "; expected exactly ")}`,
  );
});
