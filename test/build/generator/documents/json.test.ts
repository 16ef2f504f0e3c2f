import { expect, it } from "vitest";
import * as z from "zod";
import { densely } from "../../../../build/core/site/parse-json.ts";
import { toJson } from "../../../../build/generator/documents/json.ts";

const Schema = z.strictObject({
  id: z.string(),
  from: z.unknown().optional(),
  list: z.array(z.int()),
});

it("writes keys in the schema's order, with two spaces and a newline at the end", () => {
  expect(toJson(Schema, { list: [1], id: "ana" }).text).toBe(
    '{\n  "id": "ana",\n  "list": [\n    1\n  ]\n}\n',
  );
});

it("writes null where null is a value, and nothing where there is none", () => {
  expect(toJson(Schema, { id: "ana", from: null, list: [] }).text).toBe(
    '{\n  "id": "ana",\n  "from": null,\n  "list": []\n}\n',
  );
  expect(toJson(Schema, { id: "ana", list: [] }).text).toBe('{\n  "id": "ana",\n  "list": []\n}\n');
});

it("refuses a document that has not the shape it promises", () => {
  expect(() => toJson(Schema, { id: "ana", list: [0.5] })).toThrow();
  expect(() =>
    toJson(Schema, { id: "ana", list: [], notes: "" } as z.input<typeof Schema>),
  ).toThrow();
});

it("writes small things in a line each where it is dense, and holds the same", () => {
  const value = { a: [{ b: 1, c: "x\ny" }], d: [{ b: 1 }, { b: 2 }], e: {}, f: [{ g: [1] }] };
  const text = densely(JSON.stringify(value, null, 2));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain('"a": [{ "b": 1, "c": "x\\ny" }]');
  expect(text).toContain('"d": [\n    { "b": 1 },\n    { "b": 2 }\n  ]');
  const brackets = { a: [{ b: "{", c: "]\n}" }], d: "[\n{" };
  expect(JSON.parse(densely(JSON.stringify(brackets, null, 2)))).toEqual(brackets);
});
