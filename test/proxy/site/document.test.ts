import { expect, it } from "vitest";
import { CODINGS, etagOf } from "../../../proxy/site/document.ts";

const SHA256 = "ab".repeat(32);

it("the ETag of a content is a strong validator, another one for each coding", () => {
  const tags = CODINGS.map((coding) => etagOf(SHA256, coding));

  expect(new Set(tags).size).toBe(3);
  expect(tags.filter((tag) => !/^"[\x21\x23-\x7e]+"$/.test(tag))).toEqual([]);
});

it("contents that differ have different ETags in every coding", () => {
  const tags = CODINGS.flatMap((coding) => [
    etagOf(SHA256, coding),
    etagOf("cd".repeat(32), coding),
  ]);

  expect(new Set(tags).size).toBe(6);
});
