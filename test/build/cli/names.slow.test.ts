import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { PROGRAM } from "../program.ts";
import { LOG } from "./small-log.ts";

it("gamedata resolve reads the standard input of its process", () => {
  const input = Buffer.from(`\ufeff${LOG.replace("Tracr", "Tracer")}`, "utf16le");
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, "resolve", "-", "--json"], {
    input,
  });
  expect([status, JSON.parse(stdout.toString())]).toMatchObject([
    0,
    { ok: true, lines: 3, names: [{ id: "kings-row" }, { id: "lucio" }, { id: "tracer" }] },
  ]);
});
