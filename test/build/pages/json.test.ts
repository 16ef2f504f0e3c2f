import { expect, it } from "vitest";
import * as z from "zod";
import { toJson } from "../../../build/pages/json.ts";

const Schema = z.strictObject({
  id: z.string(),
  from: z.unknown().optional(),
  list: z.array(z.int()),
});

it("writes keys in the schema's order, with two spaces and a newline at the end", () => {
  expect(toJson(Schema, { list: [1], id: "ana" })).toBe(
    '{\n  "id": "ana",\n  "list": [\n    1\n  ]\n}\n',
  );
});

it("writes null where null is a value, and nothing where there is none", () => {
  expect(toJson(Schema, { id: "ana", from: null, list: [] })).toBe(
    '{\n  "id": "ana",\n  "from": null,\n  "list": []\n}\n',
  );
  expect(toJson(Schema, { id: "ana", list: [] })).toBe('{\n  "id": "ana",\n  "list": []\n}\n');
});

it("refuses a document that has not the shape it promises", () => {
  expect(() => toJson(Schema, { id: "ana", list: [0.5] })).toThrow();
  expect(() =>
    toJson(Schema, { id: "ana", list: [], notes: "" } as z.input<typeof Schema>),
  ).toThrow();
});
