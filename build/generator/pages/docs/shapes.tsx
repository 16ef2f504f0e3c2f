import type { ComponentChildren } from "preact";
import { grouped } from "../../../core/grouped.ts";
import { OPERATIONS } from "../../../core/schema/operations.ts";
import { lastSegment, type Shape, type Shapes } from "./description.ts";

/** The fields of an answer, each with what the example has, and those of the shapes in it. */
export function AnswerFields({ shape, shapes, example }: AnswerProps) {
  return (
    <>
      {groupsOf(shape, "", shapes, new Set()).map((group) => (
        <Group key={group.name} group={group} shapes={shapes} example={example} />
      ))}
    </>
  );
}

type AnswerProps = { shape: Shape; shapes: Shapes; example: unknown };

/** The fields of a named shape. Each shape has one group, where a reader meets it first. */
type FieldGroup = { name: string; fields: (ShapeField & { inner: FieldGroup[] })[] };

function groupsOf(shape: Shape, path: string, shapes: Shapes, shown: Set<string>): FieldGroup[] {
  return namedIn(shape, path).flatMap(({ name, at }) => {
    if (shown.has(name)) return [];
    shown.add(name);
    const within = (inner: Shape, place: string) => groupsOf(inner, place, shapes, shown);
    const own = fieldsOf(shapes[name] ?? {}, at === "" ? "" : `${at}.`);
    if (own.length === 0) return within(shapes[name] ?? {}, at);
    return [{ name, fields: own.map((one) => ({ ...one, inner: within(one.shape, one.path) })) }];
  });
}

type GroupProps = { group: FieldGroup; shapes: Shapes; example: unknown };

function Group({ group: { name, fields }, shapes, example }: GroupProps) {
  return (
    <dl class="fields" id={anchorOf(name)}>
      {fields.map(({ path, shape, isOptional, inner }) => {
        const [named] = namedIn(shape);
        const meaning = shape.description ?? (named && shapes[named.name]?.description);
        const place = path.lastIndexOf(".") + 1;
        return (
          <FieldRow
            key={path}
            name={
              <>
                <span class="soft">{path.slice(0, place)}</span>
                <wbr />
                {path.slice(place)}
              </>
            }
            about={
              <>
                <Type shape={shape} shapes={shapes} />
                {isOptional ? ", may be left out" : ""}
              </>
            }
            example={exampleAt(example, path)}
            meaning={meaning}
          >
            {inner.map((one) => (
              <Group key={one.name} group={one} shapes={shapes} example={example} />
            ))}
          </FieldRow>
        );
      })}
    </dl>
  );
}

type FieldRowProps = {
  name: ComponentChildren;
  about?: ComponentChildren;
  example?: string | undefined;
  meaning: string | undefined;
  children?: ComponentChildren;
};

/** A field, a parameter or a header, and what an example has of it. `children` are inside of it. */
export function FieldRow({ name, about, example, meaning = "", children }: FieldRowProps) {
  return (
    <div>
      <dt>
        <code>{name}</code> <span class="small soft">{about}</span>
      </dt>
      {example === undefined ? null : (
        <dd class="example">
          <code>{example}</code>
        </dd>
      )}
      <dd>
        <Words text={meaning} />
        {children}
      </dd>
    </div>
  );
}

/** Longer values are in the example alone. */
const MOST_CHARACTERS = 32;

/** The first value of a field in an example, not null if it can be, as JSON. Objects have none. */
function exampleAt(example: unknown, path: string): string | undefined {
  const values = path.split(".").reduce(
    (found: unknown[], step) => {
      const [name = "", ...lists] = step.split("[]");
      const inner = (one: unknown) =>
        name === "*" ? Object.values(Object(one)) : [Object(one)[name]];
      return found.flatMap(inner).flat(lists.length);
    },
    [example],
  );
  const value = values.find((one) => one !== null && one !== undefined) ?? values[0];
  if (value === undefined || [value].flat().some((one) => Object(one) === one)) return undefined;
  const text = JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? undefined : text;
}

/** A field by its path in its answer: `meta.count`, `abilities[].slots.*.ultimate`. */
type ShapeField = { path: string; shape: Shape; isOptional: boolean };

/** The values of a shape, in words: `list of Hero`, `tank, damage or support`. */
export function Type({ shape, shapes }: { shape: Shape; shapes: Shapes }) {
  const named = shape.$ref === undefined ? undefined : lastSegment(shape.$ref);
  if (named !== undefined) {
    const target = shapes[named] ?? {};
    if (fieldsOf(target).length > 0) return <a href={`#${anchorOf(named)}`}>{named}</a>;
    return <Type shape={target} shapes={shapes} />; // a shape without fields is shown in place
  }
  if (shape.enum !== undefined) return <>{listOf(shape.enum.map(String))}</>;
  if (shape.const !== undefined) return <>{String(shape.const)}</>;
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

/** The fields of shapes of which exactly one holds: each once, with all that it may be. */
function mergedFields(parts: readonly ShapeField[][]): ShapeField[] {
  return [...grouped(parts.flat().map((field) => [field.path, field]))].map(([path, own]) => {
    const description = own.map(({ shape }) => shape.description).join(" ");
    const shape = { anyOf: own.map((one) => one.shape), description };
    return { path, shape, isOptional: own.length < parts.length };
  });
}

/** The named shapes that a value may have or hold, each with its path. */
function namedIn(shape: Shape, path = ""): { name: string; at: string }[] {
  const { $ref, items, additionalProperties, anyOf = [], oneOf = [] } = shape;
  if ($ref !== undefined) return [{ name: lastSegment($ref), at: path }];
  return [
    ...(items === undefined ? [] : namedIn(items, `${path}[]`)),
    ...(additionalProperties === undefined ? [] : namedIn(additionalProperties, `${path}.*`)),
    ...[...anyOf, ...oneOf].flatMap((one) => namedIn(one, path)),
  ];
}

function anchorOf(name: string): string {
  return `shape-${name}`;
}
