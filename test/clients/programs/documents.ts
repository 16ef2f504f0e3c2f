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
  const documents: Document[] = JSON.parse(readFileSync("generated/documents.json", "utf8"));
  for (const document of documents) {
    const answer = await read(document);
    if (typeof answer !== "object" || answer === null) throw new Error(`${document.path}: no answer`);
  }
  return documents.length;
}

/** The function of an operation, in one of the modules or objects that a generator made. */
export function functionOf(operation: string, ...owners: object[]): (...args: unknown[]) => any {
  const owner = owners.find((one) => operation in one);
  if (owner === undefined) throw new Error(`the client has no ${operation}`);
  return (...args) => Reflect.get(owner, operation).apply(owner, args);
}
