import { type Description, lastSegment, type Shape } from "./description.ts";

type Schemas = Description["components"]["schemas"];

/** The shape of an answer and every named shape in it. Each appears once, with all its fields. */
export function Shapes({ shape, schemas }: { shape: Shape; schemas: Schemas }) {
  return (
    <>
      {namedShapes(shape, schemas).map((name) => (
        <section key={name} class="shape" aria-labelledby={anchorOf(name)}>
          <h3 id={anchorOf(name)}>
            <a class="here" href={`#${anchorOf(name)}`}>
              {name}
            </a>
          </h3>
          {schemas[name]?.description === undefined ? null : (
            <p class="small soft">
              <Words text={schemas[name].description} />
            </p>
          )}
          <dl class="fields">
            {fieldsOf(schemas[name] ?? {}).map((field) => (
              <Field key={field.path} {...field} schemas={schemas} />
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

/** A field by its path in its shape: `meta.count`, `slots.*.ultimate`. */
type ShapeField = { path: string; shape: Shape; isOptional: boolean };

function Field({ path, shape, isOptional, schemas }: ShapeField & { schemas: Schemas }) {
  const [named] = namedIn(shape);
  const meaning = shape.description ?? (named && schemas[named]?.description);
  return (
    <div>
      <dt>
        <code>{path}</code>{" "}
        <span class="small soft">
          <Type shape={shape} schemas={schemas} />
          {isOptional ? ", may be left out" : ""}
        </span>
      </dt>
      <dd>{meaning === undefined ? null : <Words text={meaning} />}</dd>
    </div>
  );
}

/** The values of a shape, in words: `list of Hero`, `tank, damage or support`. */
export function Type({ shape, schemas }: { shape: Shape; schemas: Schemas }) {
  const named = shape.$ref === undefined ? undefined : lastSegment(shape.$ref);
  if (named !== undefined) {
    const target = schemas[named] ?? {};
    if (hasOwnSection(target)) return <a href={`#${anchorOf(named)}`}>{named}</a>;
    return <Type shape={target} schemas={schemas} />;
  }
  if (shape.enum !== undefined) return <>{listOf(shape.enum.map(String), "or")}</>;
  if (shape.const !== undefined) return <>always {String(shape.const)}</>;
  const parts = shape.anyOf ?? shape.oneOf;
  if (parts !== undefined)
    return (
      <>
        {parts.map((part, at) => (
          <>
            {at === 0 ? "" : " or "}
            <Type shape={part} schemas={schemas} />
          </>
        ))}
      </>
    );
  if (shape.items !== undefined)
    return (
      <>
        list of <Type shape={shape.items} schemas={schemas} />
      </>
    );
  if (shape.additionalProperties !== undefined)
    return (
      <>
        by key: <Type shape={shape.additionalProperties} schemas={schemas} />
      </>
    );
  return <>{plainType(shape)}</>;
}

/** A sentence. Its parts in backticks are shown as code. */
export function Words({ text }: { text: string }) {
  return (
    <>{text.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
  );
}

/** The words for a string of a format. */
const WORDS: Readonly<Record<string, string>> = { date: "date", uri: "address" };

function plainType({ type = "any JSON value", format }: Shape): string {
  const types = [type].flat().map((one) => (one === "string" ? (WORDS[format ?? ""] ?? one) : one));
  return listOf(types, "or");
}

function listOf(words: readonly string[], last: string): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Whether a named shape has a section of its own. Shapes without fields are shown in place. */
function hasOwnSection(shape: Shape): boolean {
  return fieldsOf(shape).length > 0;
}

/** The fields of a shape. The fields of an unnamed shape inside of it are in the same list. */
function fieldsOf(shape: Shape, start = ""): ShapeField[] {
  const { properties = {}, required = [], items, additionalProperties } = shape;
  const own = Object.entries(properties).flatMap(([name, inner]): ShapeField[] => [
    { path: start + name, shape: inner, isOptional: !required.includes(name) },
    ...fieldsOf(inner, `${start}${name}.`),
  ]);
  const ofParts = mergedFields((shape.oneOf ?? []).map((part) => fieldsOf(part, start)));
  return [
    ...own,
    ...ofParts,
    ...(items === undefined ? [] : fieldsOf(items, start.replace(/\.$/, "[]."))),
    ...(additionalProperties === undefined ? [] : fieldsOf(additionalProperties, `${start}*.`)),
  ];
}

/**
 * The fields of shapes of which exactly one holds. A field with another constant in each shape
 * becomes one field with all these constants.
 */
function mergedFields(parts: readonly ShapeField[][]): ShapeField[] {
  const all = parts.flat();
  const first = (path: string) => all.find((field) => field.path === path);
  return all
    .filter((field) => field === first(field.path))
    .map((field) => {
      const same = all.filter(({ path }) => path === field.path);
      const isOptional = same.length < parts.length || same.some((one) => one.isOptional);
      if (same.length === 1) return { ...field, isOptional };
      const description = same.map(({ shape }) => shape.description ?? "").join(" ");
      const shape = { enum: same.map((one) => one.shape.const), description };
      return { path: field.path, shape, isOptional };
    });
}

/** The names of the shapes that a shape refers to. A reference gives its own name. */
function namedIn({ $ref, items, additionalProperties, anyOf, oneOf, properties }: Shape): string[] {
  if ($ref !== undefined) return [lastSegment($ref)];
  const inner = [items, additionalProperties, ...(anyOf ?? []), ...(oneOf ?? [])];
  return [...inner, ...Object.values(properties ?? {})].flatMap((shape) =>
    shape === undefined ? [] : namedIn(shape),
  );
}

/** Every named shape that an answer is made of, in the order in which a reader meets them. */
function namedShapes(shape: Shape, schemas: Schemas): string[] {
  const found = new Set<string>();
  let waiting = namedIn(shape);
  while (waiting.length > 0) {
    const fresh = [...new Set(waiting)].filter((name) => !found.has(name));
    for (const name of fresh) found.add(name);
    waiting = fresh.flatMap((name) => namedIn(schemas[name] ?? {}));
  }
  return [...found].filter((name) => hasOwnSection(schemas[name] ?? {}));
}

function anchorOf(name: string): string {
  return `shape-${name}`;
}
