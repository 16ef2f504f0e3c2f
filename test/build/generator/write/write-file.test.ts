import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { writeFile } from "../../../../build/generator/write/write-file.ts";

it.runIf(existsSync("/dev/full"))("the error of a full disk names the path", () => {
  expect(() => writeFile("/dev/full", "x")).toThrow(
    expect.objectContaining({ code: "ENOSPC", path: "/dev/full" }),
  );
});
