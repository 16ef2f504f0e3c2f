import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/data.ts";
import { corpusOf, seconds, seed } from "./corpus.ts";
import { type Subject, subjectsOf } from "./subjects.ts";

const subjects = Object.entries(subjectsOf());

/** What may happen to bytes: some are cut out, others put in, anywhere. */
const damages = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat({ max: 40 }),
    put: fc.oneof(
      fc.constantFrom("", '"', "{", "[", "]", "null", "-1", "1e999", "\u0000", "\ud800", "../"),
      fc.constantFrom('"__proto__":', "[".repeat(200), "A".repeat(5_000), "true", "[]", "{}"),
      fc.string({ unit: "binary", maxLength: 8 }),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

function damaged(good: Buffer, all: { at: number; cut: number; put: string }[]) {
  return all.reduce((bytes, { at, cut, put }) => {
    const from = Math.floor(bytes.length * at);
    return Buffer.concat([bytes.subarray(0, from), Buffer.from(put), bytes.subarray(from + cut)]);
  }, good);
}

/** What reading throws besides what it says it does. */
function crashOf({ read, expected }: Subject, bytes: Buffer, folder: string) {
  try {
    read(bytes, folder);
    return undefined;
  } catch (error) {
    return expected.some((kind) => error instanceof kind) ? undefined : error;
  }
}

describe.each(subjects)(
  "%s from anybody are read or refused, and nothing else",
  (name, subject) => {
    it("when they once were a crash, or look like one", () => {
      const folder = temporaryFolder();
      for (const [title, bytes] of corpusOf(name))
        expect(crashOf(subject, bytes, folder), title).toBe(undefined);
    });

    it("when nothing has happened to them", () => {
      const folder = temporaryFolder();

      for (const good of subject.good()) expect(() => subject.read(good, folder)).not.toThrow();
    });

    it("whatever has happened to them on their way", { timeout: seconds * 1_000 + 60_000 }, () => {
      const folder = temporaryFolder();
      const goods = fc.constantFrom(...subject.good());
      const limits =
        seconds > 0
          ? { numRuns: 1e9, interruptAfterTimeLimit: (seconds * 1_000) / subjects.length }
          : { numRuns: 200 };

      void fc.assert(
        fc.property(goods, damages, (good, all) => {
          const crash = crashOf(subject, damaged(good, all), folder);
          if (crash !== undefined) throw crash;
        }),
        { seed, ...limits },
      );
    });
  },
);
