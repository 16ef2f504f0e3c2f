import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { openEdgeSite } from "../../proxy/edge/edge-site.ts";
import { createAnswersOf } from "../../proxy/gate/answers.ts";
import { parseRequestTarget } from "../../proxy/gate/request.ts";
import { SiteError } from "../../proxy/site/catalog.ts";

const ANA = "/v1/overwatch/heroes/ana";

/** The files of a folder as a worker gets them, from a folder that the test may change. */
function deployed(folder = inject("realSite")) {
  const asked: string[] = [];
  const world = { folder, asked, damage: (body: Buffer): Buffer => body };
  const fetch = async (url: string) => {
    const path = decodeURIComponent(new URL(url).pathname);
    asked.push(path);
    const file = join(world.folder, path);
    if (!existsSync(file)) return new Response(null, { status: 404 });
    return new Response(Uint8Array.from(world.damage(readFileSync(file))));
  };
  return { world, assets: { fetch } };
}

const answersOf = createAnswersOf({
  baseUrl: undefined,
  keySettingsUrl: undefined,
  windowSeconds: 60,
});

const AS_IT_IS = { coding: "identity", ifNoneMatch: undefined, wantsHtml: false } as const;

describe("a deployed site", () => {
  it("reads its manifest and patches, and each content when it is first needed", async () => {
    const { assets, world } = deployed();
    const site = await openEdgeSite(assets);
    const answers = answersOf(site.current());
    for (const path of [ANA, "/v1/overwatch/heroes/ANA", ANA])
      await answers.document(parseRequestTarget(path), AS_IT_IS);

    expect(world.asked).toEqual([
      ...["/manifest.json", "/manifest.json.minisig", "/v1/overwatch/patches.json"],
      `${ANA}.json`,
    ]);
  });

  it("answers what a client has without reading it", async () => {
    const { assets, world } = deployed();
    const site = await openEdgeSite(assets);
    const fields = { ...AS_IT_IS, coding: "br", ifNoneMatch: "*" } as const;
    const answer = await answersOf(site.current()).document(parseRequestTarget(ANA), fields);

    expect(answer.status).toBe(304);
    expect(world.asked).not.toContain(`${ANA}.json.br`);
  });

  it.each(["identity", "gzip", "br"] as const)(
    "never answers with a damaged file: %s",
    async (coding) => {
      const { assets, world } = deployed();
      const site = await openEdgeSite(assets);
      world.damage = (body) => Buffer.concat([body.subarray(0, -2), Buffer.from("xx")]);
      const target = parseRequestTarget(ANA);
      const asked = async () => answersOf(site.current()).document(target, { ...AS_IT_IS, coding });

      await expect(asked()).rejects.toThrow(SiteError);
      world.damage = (body) => body;
      expect((await asked()).status).toBe(200);
    },
  );

  it("is read again if the first read fails", async () => {
    const { assets, world } = deployed("/nowhere");
    const opening = openEdgeSite(assets);
    world.folder = inject("realSite");

    expect((await opening).current().manifest.patch).toBeDefined();
  });

  it("without a manifest is refused", async () => {
    const { assets } = deployed("/nowhere");

    await expect(openEdgeSite(assets)).rejects.toThrow("the deployed site has no manifest");
  });
});
