import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createMcpServer } from "../../build/cli/mcp.ts";
import { Site } from "../../build/core/site/site.ts";
import type { GameData } from "../../build/generator/data/game-data.ts";
import { keepContents, type SiteOptions } from "../../build/generator/make-documents.ts";
import { makeSite } from "../../build/generator/make-site.ts";

/** What is added to an empty site outside the API, with its text. */
export function filesAdded(add: (site: Site) => void) {
  const texts = new Map<string, string>();
  const site = new Site(({ body, files: [file = ""] }) =>
    texts.set(file, Buffer.from(body).toString()),
  );
  add(site);
  site.makeAll();
  return site.pages.map((page) => ({ ...page, text: texts.get(page.file) ?? "" }));
}

/** Makes the site of checked data in memory. */
export function siteInMemory(data: GameData, options: SiteOptions) {
  return keepContents((add) => makeSite(data, options, add));
}

/** An assistant that asks our server about data. */
export async function assistantOf(data: GameData) {
  const [mine, other] = InMemoryTransport.createLinkedPair();
  await createMcpServer(data).connect(other);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(mine);
  return client;
}
