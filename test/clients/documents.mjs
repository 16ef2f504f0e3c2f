// The documents of a site that the description has a schema for, and servers of them for clients.
import { createServer } from "node:http";

/** Each document with its operation, whose answer is JSON with a named schema. */
export function documentsOf({ paths }, manifest) {
  const operations = Object.entries(paths)
    .filter(([, { get }]) => get.responses[200].content["application/json"]?.schema?.$ref)
    .map(([template, { get }]) => {
      const pattern = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
      return { template, operation: get.operationId, pattern };
    });
  return [...manifest.documents, ...manifest.pages].flatMap(({ path }) => {
    const found = operations.find(({ pattern }) => pattern.test(path));
    if (found === undefined) return [];
    const { template, operation, pattern } = found;
    return [{ path, template, operation, params: { ...pattern.exec(path).groups } }];
  });
}

/** Serves what another server has, with a field more in every object. */
export async function serveWithField(origin) {
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(origin + request.url, { headers: { accept: "application/json" } });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") });
    response.end(JSON.stringify(JSON.parse(await answer.text()), addField));
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${proxy.address().port}`, close: () => proxy.close() };
}

/** The new field is a copy of the first one, so that a map has one more entry of its kind. */
function addField(_key, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const [first] = Object.values(value);
  return first === undefined ? value : { ...value, addedLater: first };
}
