import { expect, it } from "vitest";
import { problemsAfter } from "../../../data-copies.ts";

it("wants every mode", () => {
  const problems = problemsAfter({
    "modes.json": (file) => {
      file.modes.pop();
    },
  });
  expect(problems).toEqual([
    "modes.json modes: missing: flashpoint; expected exactly control, escort, hybrid, " +
      "push, flashpoint",
  ]);
});

it("wants the modes in the order of the specification", () => {
  const problems = problemsAfter({
    "modes.json": (file) => {
      file.modes.reverse();
    },
  });
  expect(problems).toEqual([
    "modes.json modes: the order is flashpoint, push, hybrid, escort, control; expected " +
      "exactly control, escort, hybrid, push, flashpoint",
  ]);
});

it("wants every sub-role", () => {
  const problems = problemsAfter({
    "roles.json": (file) => {
      file.roles[2].subroles = file.roles[2].subroles.filter(
        ({ id }: { id: string }) => id !== "medic",
      );
    },
  });
  expect(problems).toContain(
    "roles.json roles: missing: medic; expected exactly bruiser, initiator, stalwart, " +
      "flanker, recon, sharpshooter, specialist, medic, survivor, tactician",
  );
});

it("wants the roles in the order of the specification", () => {
  const problems = problemsAfter({
    "roles.json": (file) => {
      file.roles.reverse();
    },
  });
  expect(problems).toContain(
    "roles.json roles: the order is support, damage, tank; expected exactly tank, damage, support",
  );
});

it("wants the sub-roles of a role in the order of the specification", () => {
  const problems = problemsAfter({
    "roles.json": (file) => {
      file.roles[0].subroles.reverse();
    },
  });
  expect(problems).toEqual([
    "roles.json roles: the order is stalwart, initiator, bruiser, flanker, recon, " +
      "sharpshooter, specialist, medic, survivor, tactician; " +
      "expected exactly bruiser, initiator, stalwart, flanker, recon, sharpshooter, " +
      "specialist, medic, survivor, tactician",
  ]);
});
