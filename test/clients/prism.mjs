// Prism between a caller and the site: it says where an answer is not as it is described.
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import fc from "fast-check";

/**
 * Starts Prism with a description in front of a server. `violations` asks for a path and resolves
 * with what Prism has against the answer.
 */
export async function startPrism(description, upstream) {
  const quiet = () => {};
  const logger = { child: () => logger };
  for (const level of ["trace", "debug", "info", "success", "warn", "error", "fatal"])
    logger[level] = quiet;
  // it resolves references in place
  const operations = await getHttpOperationsFromSpec(structuredClone(description));
  const server = createServer(operations, {
    cors: false,
    components: { logger },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      validateRequest: false, // requests that are wrong are asked on purpose
      validateResponse: true,
      checkSecurity: false,
      errors: false,
      mock: { dynamic: false },
    },
  });
  const address = await server.listen(0, "127.0.0.1");
  const violations = async (path, headers = {}) => {
    const answer = await fetch(address + path, { headers, redirect: "manual" });
    const body = await answer.text();
    // A problem of Prism itself, such as a path that is not described, names Prism's own types.
    if (/stoplight\.io\/prism/.test(body.slice(0, 200))) return [body];
    if (answer.status >= 500) return [`${answer.status} ${body}`];
    const found = JSON.parse(answer.headers.get("sl-violations") ?? "[]");
    return found.filter(({ location }) => location[0] === "response");
  };
  return { violations, close: () => server.close() };
}

/**
 * Throws where Prism takes a hero for good that lacks a field which is said to be there: then it
 * judges nothing.
 */
export async function seesAFault(description, upstream) {
  const wrong = structuredClone(description);
  wrong.components.schemas.Hero.required.push("nothing");
  const prism = await startPrism(wrong, upstream);
  const found = await prism.violations("/v1/overwatch/heroes/ana");
  await prism.close();
  if (found.length !== 1) throw new Error(`found ${JSON.stringify(found)}`);
}

/**
 * Asks for every path of the site that an operation describes. Returns how many there are; throws
 * where one is not as described.
 */
export async function tryEveryPath({ violations }, { paths }, { documents }) {
  const isDescribed = Object.keys(paths).map(patternOf);
  const all = documents
    .flatMap(({ spellings }) => spellings)
    .filter((path) => isDescribed.some((pattern) => pattern.test(path)));
  const left = [...all];
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop())
      mustBeNone(path, await violations(encodeURI(path).replace(/[?#]/g, encodeURIComponent)));
  };
  await Promise.all([work(), work(), work(), work()]);
  if (all.length < 1_000) throw new Error(`only ${all.length} paths are described`);
  return all.length;
}

/** Asks each operation with parameters of every kind, so many times; the same ones each time. */
export async function fuzz({ violations }, { paths, components }, { documents }, numRuns) {
  const spellings = documents.flatMap((one) => one.spellings);
  const words = [...new Set(spellings.flatMap((path) => path.split("/")))].filter(Boolean);
  let asked = 0;
  for (const [path, { get }] of Object.entries(paths)) {
    const parameters = (get.parameters ?? []).map(({ $ref }) => resolve(components, $ref));
    const property = fc.asyncProperty(
      fc.record(
        Object.fromEntries(parameters.map((one) => [one.name, anyValueOf(one, components, words)])),
      ),
      HEADERS,
      async (values, headers) => {
        asked += 1;
        mustBeNone(path, await violations(addressOf(path, parameters, values), headers));
      },
    );
    await fc.assert(property, { seed: 1, numRuns: parameters.length === 0 ? 5 : numRuns });
  }
  return asked;
}

/** Values that the parameter allows, values that the site knows, and any text. */
function anyValueOf({ schema, in: place, example }, components, words) {
  const { enum: allowed = [], format } = schema.$ref ? resolve(components, schema.$ref) : schema;
  const dates = fc.date({
    noInvalidDate: true,
    min: new Date("1990-01-01"),
    max: new Date("2100-01-01"),
  });
  const kinds = [
    fc.constantFrom(example, ...allowed),
    fc.constantFrom(...words),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    ...(format === "date" ? [dates.map((date) => date.toISOString().slice(0, 10))] : []),
  ];
  // Of what is in a path there is something, and neither a dot nor two, which addresses cannot
  // hold.
  if (place === "path") return fc.oneof(...kinds).filter((text) => !/^\.{1,2}$/.test(text));
  return fc.oneof(...kinds, fc.constant(""), fc.constant(undefined));
}

const HEADERS = fc.record(
  {
    "accept-encoding": fc.constantFrom("identity", "gzip", "br", "*;q=0"),
    "if-none-match": fc.constantFrom("*", '"x"', 'W/"x"'),
    "x-api-key": fc.constantFrom("gdr_no", "no"),
    authorization: fc.constantFrom("Bearer gdr_no", "Bearer a.b.c", "Basic eDp5"),
  },
  { requiredKeys: [] },
);

function addressOf(path, parameters, values) {
  const inPath = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters)
    if (place === "query" && values[name] !== undefined) query.set(name, values[name]);
  return query.size === 0 ? inPath : `${inPath}?${query}`;
}

function patternOf(path) {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
}

function resolve(components, reference) {
  const [kind, name] = reference.split("/").slice(2);
  return components[kind][name];
}

function mustBeNone(path, found) {
  if (found.length > 0) throw new Error(`${path}: ${JSON.stringify(found).slice(0, 1_000)}`);
}
