// The documents of a site that the description has a schema for, and servers of them for clients.
import { createServer } from "node:http";

/** Where all documents are one, by operation, for clients that are types only. */
export const EVERY_DOCUMENT = "/every-document";

/** The operations whose answer is JSON with a named schema. */
function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const schema = get.responses[200].content["application/json"]?.schema;
    if (schema?.$ref === undefined) return [];
    const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    return [{ template: path, operation: get.operationId, schema, pattern }];
  });
}

/** Each document with its operation and the parameters of its path. */
export function documentsOf(description, manifest) {
  const operations = operationsOf(description);
  return [...manifest.documents, ...manifest.pages].flatMap(({ path }) => {
    const found = operations.find(({ pattern }) => pattern.test(path));
    if (found === undefined) return [];
    const { template, operation, pattern } = found;
    return [{ path, template, operation, params: { ...pattern.exec(path).groups } }];
  });
}

/** The schema of `EVERY_DOCUMENT`. */
export function schemaOfAll({ paths, components }, documents) {
  const lists = operationsOf({ paths })
    .filter(({ operation }) => documents.some((one) => one.operation === operation))
    .map(({ operation, schema }) => [operation, { type: "array", items: schema }]);
  const required = lists.map(([operation]) => operation);
  const all = { type: "object", required, properties: Object.fromEntries(lists) };
  const text = JSON.stringify({ ...all, $defs: components.schemas });
  return text.replaceAll("#/components/schemas/", "#/$defs/");
}

/** Serves what another server has, with `change` made to each value. */
export async function serveChanged(origin, documents, change) {
  const read = async (path) =>
    await fetch(origin + path, { headers: { accept: "application/json" } });
  const everyDocument = async () => {
    const all = {};
    for (const { path, operation } of documents) {
      all[operation] ??= [];
      all[operation].push(await (await read(encodeURI(path))).json());
    }
    return Response.json(all);
  };
  const proxy = createServer(async (request, response) => {
    const isAll = request.url === EVERY_DOCUMENT;
    const answer = isAll ? await everyDocument() : await read(request.url);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") });
    response.end(JSON.stringify(JSON.parse(await answer.text()), change));
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${proxy.address().port}`, close: () => proxy.close() };
}

/**
 * Changes values as a later version may: every object has a field more. It is a copy of the first
 * one, so that a map has an entry more of its kind.
 */
export function addField(_key, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const [first] = Object.values(value);
  return first === undefined ? value : { ...value, addedLater: first };
}
