import { describe, expect, it } from "vitest";
import { filesOf } from "../../helpers/data.ts";
import { smallData } from "../data-copies.ts";
import { gamedata, readData } from "./data-to-edit.ts";

describe("gamedata new", () => {
  it.each([
    [
      "hero",
      "heroes",
      "names.en monogram role subrole health.armor release.date abilities[3].key perks[3]",
    ],
    ["map", "maps", "name mode sources[0].url"],
  ])(
    "writes a %s whose every field check asks for, and says what goes there",
    async (kind, folder, ask) => {
      const data = smallData();
      const { status, stdout } = await gamedata(data, ["new", kind, "harbor-2"]);
      expect(status).toBe(0);
      const [file = "", ...lines] = stdout.trimEnd().split("\n");
      expect(file).toBe(`${data}/${folder}/harbor-2.json`);
      const { $schema, id, ...fields } = readData(data, `${folder}/harbor-2.json`);
      expect([$schema, id]).toEqual([`../schemas/${kind}.json`, "harbor-2"]);
      for (const field of Object.keys(fields))
        expect(lines.filter((line) => line.startsWith(`  ${field} `))).toHaveLength(1);
      const { stderr } = await gamedata(data, ["check"]);
      for (const field of ask.split(" ")) expect(stderr).toContain(`  ${field}`);
      expect((await gamedata(data, ["new", kind, "harbor-2"])).stderr).toBe(
        `${file} exists; edit it instead\n`,
      );
    },
  );

  it.each(["Ana", "../ana", "", "a b"])("refuses %j, which is not an id", async (id) => {
    const data = smallData();
    const before = filesOf(data);
    const { status, stderr } = await gamedata(data, ["new", "hero", id]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`"${id}" is not an id; `)]);
    expect(filesOf(data)).toEqual(before);
  });
});
