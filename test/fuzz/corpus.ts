import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PACKAGE_ROOT } from "../../build/core/package.ts";

/**
 * `npm run fuzz` goes on for so long with a seed of its own, which a failure names; otherwise the
 * seed is always the same.
 */
export const seconds = Number(process.env["FUZZ_SECONDS"] ?? 0);
export const seed = Number(
  process.env["FUZZ_SEED"] ?? (seconds > 0 ? Date.now() % 2 ** 31 : 20_261_006),
);

/** Bytes as text of Latin-1, or in Base64. */
const CorpusSchema = z.record(
  z.string(),
  z.union([
    z.string().transform((text) => Buffer.from(text, "latin1")),
    z.object({ base64: z.string() }).transform(({ base64 }) => Buffer.from(base64, "base64")),
  ]),
);

/** What was once misread somewhere, or looks like such, by name. */
export function corpusOf(subject: string) {
  const corpora = JSON.parse(readFileSync(join(PACKAGE_ROOT, "test/fuzz/corpus.json"), "utf8"));
  return Object.entries(CorpusSchema.parse(corpora[subject]));
}
