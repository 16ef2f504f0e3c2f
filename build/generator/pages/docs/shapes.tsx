import { OPERATIONS } from "../../../core/schema/operations.ts";
import { lastSegment, type Shape, type Shapes } from "./description.ts";

/** The shape of an answer and every named shape in it. Each appears once, with all its fields. */
export function NamedShapes({ shape, shapes }: { shape: Shape; shapes: Shapes }) {
  return (
    <>
      {namedShapes(shape, shapes).map((name) => (
        <section key={name} class="shape" aria-labelledby={anchorOf(name)}>
          <h3 id={anchorOf(name)}>
            <a class="here" href={`#${anchorOf(name)}`}>
              {name}
            </a>
          </h3>
          {shapes[name]?.description === undefined ? null : (
            <p class="small soft">
              <Words text={shapes[name].description} />
            </p>
          )}
          <dl class="fields">
            {fieldsOf(shapes[name] ?? {}).map((field) => (
              <Field key={field.path} {...field} shapes={shapes} />
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

/** A field by its path in its shape: `meta.count`, `slots.*.ultimate`. */
type ShapeField = { path: string; shape: Shape; isOptional: boolean };

function Field({ path, shape, isOptional, shapes }: ShapeField & { shapes: Shapes }) {
  const [named] = namedIn(shape);
  const meaning = shape.description ?? (named && shapes[named]?.description);
  return (
    <div>
      <dt>
        <code>{path}</code>{" "}
        <span class="small soft">
          <Type shape={shape} shapes={shapes} />
          {isOptional ? ", may be left out" : ""}
        </span>
      </dt>
      <dd>{meaning === undefined ? null : <Words text={meaning} />}</dd>
    </div>
  );
}

/** The values of a shape, in words: `list of Hero`, `tank, damage or support`. */
export function Type({ shape, shapes }: { shape: Shape; shapes: Shapes }) {
  const named = shape.$ref === undefined ? undefined : lastSegment(shape.$ref);
  if (named !== undefined) {
    const target = shapes[named] ?? {};
    if (fieldsOf(target).length > 0) return <a href={`#${anchorOf(named)}`}>{named}</a>;
    return <Type shape={target} shapes={shapes} />; // a shape without fields is shown in place
  }
  if (shape.enum !== undefined) return <>{listOf(shape.enum.map(String))}</>;
  if (shape.const !== undefined) return <>always {String(shape.const)}</>;
  const parts = shape.anyOf ?? shape.oneOf;
  if (parts !== undefined)
    return (
      <>
        {parts.map((part, at) => (
          <>
            {at === 0 ? "" : " or "}
            <Type shape={part} shapes={shapes} />
          </>
        ))}
      </>
    );
  const inner = shape.items ?? shape.additionalProperties;
  if (inner !== undefined)
    return (
      <>
        {shape.items ? "list of" : "by key:"} <Type shape={inner} shapes={shapes} />
      </>
    );
  return <>{plainType(shape)}</>;
}

/** A sentence. Its parts in backticks are shown as code, and operations lead to their pages. */
export function Words({ text }: { text: string }) {
  return (
    <>
      {text.split("`").map((part, at) => {
        if (at % 2 === 0) return part;
        const code = <code key={part}>{part}</code>;
        return Object.hasOwn(OPERATIONS, part) ? <a href={part}>{code}</a> : code;
      })}
    </>
  );
}

/** The words for a string of a format. */
const WORDS: Readonly<Record<string, string>> = { date: "date", uri: "URI" };

function plainType({ type = "any JSON value", format }: Shape): string {
  const types = [type].flat().map((one) => (one === "string" ? (WORDS[format ?? ""] ?? one) : one));
  return listOf(types);
}

function listOf(words: readonly string[]): string {
  const [last, ...others] = words.toReversed();
  return others.length === 0 ? `${last}` : `${others.reverse().join(", ")} or ${last}`;
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
  return [...new Set(all.map(({ path }) => path))].map((path) => {
    const shapes = all.flatMap((field) => (field.path === path ? field.shape : []));
    const [shape = {}] = shapes;
    if (shapes.length < parts.length) return { path, shape, isOptional: true };
    const description = shapes.map((one) => one.description ?? "").join(" ");
    return {
      path,
      shape: { enum: shapes.map((one) => one.const), description },
      isOptional: false,
    };
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
function namedShapes(shape: Shape, shapes: Shapes): string[] {
  const found = new Set<string>();
  let waiting = namedIn(shape);
  while (waiting.length > 0) {
    const fresh = [...new Set(waiting)].filter((name) => !found.has(name));
    for (const name of fresh) found.add(name);
    waiting = fresh.flatMap((name) => namedIn(shapes[name] ?? {}));
  }
  return [...found].filter((name) => fieldsOf(shapes[name] ?? {}).length > 0);
}

function anchorOf(name: string): string {
  return `shape-${name}`;
}
