/** The keywords of JSON Schema that our descriptions use. */
type Schema = {
  description?: string;
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
};

/** Named schemas as exported types of TypeScript. Throws where a schema has another keyword. */
export function typesOf(schemas: Record<string, Schema>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => `${commentOf(schema)}export type ${name} = ${typeOf(schema)};\n`)
    .join("\n");
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, allOf, type, items, properties } = schema;
  const options = anyOf ?? oneOf;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (options !== undefined) return [...new Set(options.map(typeOf))].join(" | ");
  if (allOf !== undefined) return allOf.map((part) => `(${typeOf(part)})`).join(" & ");
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(" | ");
  if (type === "array") return `Array<${typeOf(items ?? {})}>`;
  if (type === "object" || properties !== undefined) return objectOf(schema);
  if (type === "integer") return "number";
  if (type === undefined && Object.keys(schema).every((key) => key === "description"))
    return "unknown";
  if (["string", "number", "boolean", "null"].includes(type ?? "")) return type ?? "";
  throw new Error(`no type for the schema ${JSON.stringify(schema)}`);
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined && typeof additionalProperties === "object")
    return `Record<string, ${typeOf(additionalProperties)}>`;
  if (properties === undefined) return "Record<string, unknown>";
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name);
    return `${commentOf(schema)}${key}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`;
  });
  return `{\n${fields.join("\n").replace(/^/gm, "  ")}\n}`;
}

function commentOf({ description }: Schema): string {
  return description === undefined ? "" : `/** ${description.replaceAll("*/", "*\\/")} */\n`;
}
