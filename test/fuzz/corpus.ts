import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PACKAGE_ROOT } from "../../build/core/package.ts";

/** Bytes as text of Latin-1, or in Base64. */
const CorpusSchema = z.record(
  z.string(),
  z.union([
    z.string().transform((text) => Buffer.from(text, "latin1")),
    z.object({ base64: z.string() }).transform(({ base64 }) => Buffer.from(base64, "base64")),
  ]),
);

/** What was once misread somewhere, or looks like such, by name. */
export function corpusOf(subject: string): [name: string, bytes: Buffer][] {
  const corpora = JSON.parse(readFileSync(join(PACKAGE_ROOT, "test/fuzz/corpus.json"), "utf8"));
  return Object.entries(CorpusSchema.parse(corpora[subject]));
}
