import { describe, expect, it } from "vitest";
import { checkData } from "../../../build/data/check-data.ts";
import { namesOf } from "../../../build/data/names.ts";
import { type CheckedFile, checkFiles } from "../../../build/match-log/check-files.ts";
import { CODE_PAGES, type CodePage } from "../../../build/match-log/code-pages.ts";
import { PACKAGE_DATA } from "../../../build/package.ts";
import { inCodePage } from "../../helpers/code-pages.ts";

const checked = checkData(PACKAGE_DATA);
if (!checked.ok) throw new Error("the real data has problems");
const NAMES = namesOf(checked.data);

async function check(bytes: Buffer, codePage?: CodePage): Promise<CheckedFile> {
  const file = new File([new Uint8Array(bytes)], "log.txt");
  const [found] = await checkFiles([file], NAMES, { codePage });
  if (found === undefined) throw new Error("no file was checked");
  return found;
}

/** A log of a client; players are called as people there are. */
function logOf(map: string, hero: string, player: string): string {
  return `[00:00:00] ,match_start,0,${map},Control,1,2
[00:00:09] ,hero_spawn,0,1,${player},${hero},0,0
[00:00:10] ,hero_spawn,0,2,Player2,Mei,0,0
`;
}

/**
 * A map, a hero and a player's name of the languages that a code page is for, and what the two are.
 */
const LOGS: Record<CodePage, [map: string, hero: string, player: string, ids: string[]]> = {
  "windows-1252": ["Península Antártica", "Torbjörn", "José", ["antarctic-peninsula", "torbjorn"]],
  "euc-kr": ["일리오스", "루시우", "김철수", ["ilios", "lucio"]],
  gb18030: ["国王大道", "卢西奥", "小明", ["kings-row", "lucio"]],
  big5: ["Ilios", "壁壘機兵", "小明", ["ilios", "bastion"]],
  shift_jis: ["Ilios", "バスティオン", "ソ能", ["ilios", "bastion"]],
  "windows-1251": ["Ilios", "Бастион", "Юля", ["ilios", "bastion"]],
  "windows-1250": ["Ilios", "Pięść Zagłady", "Żółw", ["ilios", "doomfist"]],
  "windows-1254": ["Ilios", "Lúcio", "Işık", ["ilios", "lucio"]],
  "windows-874": ["Ilios", "แบสเชียน", "น้ำ", ["ilios", "bastion"]],
};

describe("a log in a code page of Windows", () => {
  it.each(CODE_PAGES.map(({ page }) => page))("gives the names of its text: %s", async (page) => {
    const [map, hero, player, ids] = LOGS[page];
    const text = logOf(map, hero, player);
    const { encoding, unreadable, isCodePage, log } = await check(inCodePage(text, page));
    // Turkish and English letters of a name are the same bytes, so the names decide for neither.
    expect([encoding, unreadable, isCodePage]).toEqual([
      page === "windows-1254" ? "windows-1252" : page,
      0,
      true,
    ]);
    expect(log.names.map(({ id }) => id)).toEqual([...ids, "mei"]);
    expect(log).toEqual((await check(Buffer.from(text))).log);
  });

  it("is read in the one that the reader chooses", async () => {
    const text = logOf("Ilios", "Lúcio", "Işık");
    const bytes = inCodePage(text, "windows-1254");
    expect(await check(bytes, "windows-1254")).toMatchObject({
      encoding: "windows-1254",
      isCodePage: true,
    });
    const other = await check(bytes, "windows-1251");
    expect(other.log.names.map(({ name }) => name)).toContain("Lъcio");
  });

  it("stays UTF-8 where no code page makes a known name of it, and where it is UTF-8", async () => {
    const broken = Buffer.from("[00:00:09] ,hero_spawn,0,1,P\xe9,Mei,0,0\n", "latin1");
    expect(await check(broken)).toMatchObject({
      encoding: "utf-8",
      unreadable: 1,
      isCodePage: false,
    });
    const unicode = Buffer.from(logOf("일리오스", "루시우", "José"));
    expect(await check(unicode, "euc-kr")).toMatchObject({ encoding: "utf-8", isCodePage: false });
  });

  it("may have its first such line far down, and pieces that end within a character", async () => {
    const plain = "[00:00:10] ,hero_spawn,0,2,Player2,Mei,0,0\n".repeat(3_000);
    const korean = inCodePage(logOf("일리오스", "루시우", "한").repeat(2_000), "euc-kr");
    const { encoding, unreadable, log } = await check(Buffer.concat([Buffer.from(plain), korean]));
    expect([encoding, unreadable]).toEqual(["euc-kr", 0]);
    expect(log.names.map(({ id }) => id)).toEqual(["mei", "ilios", "lucio"]);
    expect(log.lines).toBe(3_000 + 3 * 2_000);
  });
});
