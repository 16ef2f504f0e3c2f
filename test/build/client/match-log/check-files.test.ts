import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type CheckedFile, checkFiles } from "../../../../build/client/match-log/check-files.ts";
import { resolveLog } from "../../../../build/client/match-log/resolve-log.ts";
import { namesOf } from "../../../../build/client/names.ts";
import { LOGS } from "../../../helpers/match-logs.ts";
import { REAL_DATA } from "../../../helpers/real-data.ts";

const NAMES = namesOf(REAL_DATA);

async function check(content: string | Buffer, name = "log.txt"): Promise<CheckedFile> {
  const [file] = await checkFiles([new File([new Uint8Array(Buffer.from(content))], name)], NAMES);
  if (file === undefined) throw new Error("no file was checked");
  return file;
}

const KOREAN = LOGS["Korean, two matches, one without an end"];

describe("a match log in the browser", () => {
  it.each(Object.entries(LOGS))(
    "says of its names what `gamedata resolve` says: %s",
    async (_what, text) => {
      const { log } = await check(text);
      expect(log).toEqual(await resolveLog(text.trimEnd().split("\n"), NAMES));
      expect(log.names.length).toBeGreaterThan(0);
    },
  );

  it.each([
    ["gzip, whatever its name", gzipSync(KOREAN)],
    ["UTF-16", Buffer.from(`\ufeff${KOREAN}`, "utf16le")],
    ["lines that end as in Windows", Buffer.from(KOREAN.replaceAll("\n", "\r\n"))],
    ["UTF-16 in gzip", gzipSync(Buffer.from(`\ufeff${KOREAN}`, "utf16le"))],
  ])("is read in %s", async (_how, bytes) => {
    const { log } = await check(bytes);
    expect(log).toEqual((await check(KOREAN)).log);
    expect(log.matches).toHaveLength(2);
  });

  it.each([
    ["a code page", Buffer.from("[00:00:09] ,hero_spawn,0,A,\xff,Mei,0,0\n", "latin1")],
    ["UTF-16 without its mark", Buffer.from(KOREAN, "utf16le")],
  ])("is refused in %s", async (_encoding, bytes) => {
    const { fault } = await check(bytes);
    expect(fault).toBe(
      "This file is neither UTF-8 nor UTF-16 with a byte order mark. Save it as UTF-8 and try " +
        "again.",
    );
  });

  it("is reported as an archive or a workbook, and read no further", async () => {
    const { fault, log } = await check(Buffer.from("PK\u0003\u0004rest"), "logs.xlsx");
    expect(fault).toBe("This file is a zip archive or a workbook. Unpack it, or save it as CSV.");
    expect(log.lines).toBe(0);
  });

  it("that is cut off in the middle gives what was there, and says so", async () => {
    const packed = gzipSync(KOREAN.repeat(2_000));
    const { fault, log } = await check(packed.subarray(0, packed.length / 2));
    expect(fault).toBe("The file could not be read to its end.");
    expect(log.lines).toBeGreaterThan(0);
  });

  it("names players called like an unknown spelling, so that no report contains them", async () => {
    const { players } = await check(
      "[00:00:09] ,hero_spawn,0,A,Gustav,Tracr,0,0\n[00:00:09] ,hero_spawn,0,A,P,Gustav,0,0\n",
    );
    expect(players).toEqual(["Gustav"]);
  });
});
