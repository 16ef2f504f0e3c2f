import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { createEdgeSite } from "../../proxy/edge/edge-site.ts";
import { parseRequestTarget } from "../../proxy/gate/request.ts";
import { createResponses } from "../../proxy/gate/responses.ts";
import type { Coding } from "../../proxy/site/document.ts";
import { configOf } from "../helpers/proxy.ts";

const ANA = "/v1/overwatch/heroes/ana";

/** A deployed site whose files a test may remove, and the paths that were read. */
function deployed(folder = inject("realSite")) {
  const read: string[] = [];
  const files = { read, missing: "" };
  const fetch = async (url: string) => {
    const path = decodeURIComponent(new URL(url).pathname);
    read.push(path);
    const file = join(folder, path);
    if (!existsSync(file) || path === files.missing) return new Response(null, { status: 404 });
    return new Response(Uint8Array.from(readFileSync(file)));
  };
  return { files, load: createEdgeSite({ fetch }) };
}

async function openResponses(load: ReturnType<typeof createEdgeSite>) {
  const responses = createResponses(await load(), configOf({}));
  return (path: string, coding: Coding, ifNoneMatch?: string) =>
    responses.document(parseRequestTarget(path), {
      coding,
      ifNoneMatch,
      ifMatch: undefined,
      wantsHtml: false,
    });
}

describe("a deployed site", () => {
  it("reads its manifest and patches, and each content when it is first needed", async () => {
    const { files, load } = deployed();
    const get = await openResponses(load);
    for (const path of [ANA, "/v1/overwatch/heroes/ANA", ANA]) await get(path, "identity");
    await get("/v1/overwatch/heroes/ana/abilities", "br", "*");

    expect(files.read).toEqual([
      "/manifest.json",
      "/manifest.json.minisig",
      "/v1/overwatch/patches.json",
      `${ANA}.json`,
    ]);
  });

  it("is one catalog, though requests that overlap load it each for itself", async () => {
    const { files, load } = deployed();
    const [first, second] = await Promise.all([load(), load()]);

    expect(second).toBe(first);
    expect(files.read.filter((path) => path === "/manifest.json")).toHaveLength(2);
  });

  it("without a file that the manifest lists is an error until the file is there", async () => {
    const { files, load } = deployed();
    const get = await openResponses(load);
    files.missing = `${ANA}.json`;

    await expect(async () => get(ANA, "identity")).rejects.toThrow("is missing");
    files.missing = "";
    expect((await get(ANA, "identity")).status).toBe(200);
  });

  it("without a manifest is refused", async () => {
    await expect(deployed("/nowhere").load()).rejects.toThrow("the deployed site has no manifest");
  });
});
