import { expect, it } from "vitest";
import { etagsOf } from "../../../proxy/site/document.ts";

it("the ETag of a content is a strong validator, another one for each coding and content", () => {
  const tags = ["ab", "cd"].flatMap((part) => Object.values(etagsOf(part.repeat(32))));

  expect(new Set(tags).size).toBe(6);
  expect(tags.filter((tag) => !/^"[\x21\x23-\x7e]+"$/.test(tag))).toEqual([]);
});
