import { readFileSync } from "node:fs";

/** A document of the site, with the operation and the parameters that have it. */
export type Document = {
  path: string;
  template: string;
  operation: string;
  params: Record<string, string>;
};

/** Reads every document as a client does; `read` gives what the client made of the answer. */
export async function readAll(read: (document: Document) => Promise<unknown>): Promise<number> {
  const documents: Document[] = JSON.parse(readFileSync("../documents.json", "utf8"));
  for (const document of documents) {
    const answer = await read(document);
    if (typeof answer !== "object" || answer === null) throw new Error(`${document.path}: no answer`);
  }
  return documents.length;
}
