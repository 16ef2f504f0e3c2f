import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, inject, it, onTestFinished } from "vitest";
import { tabsOf } from "../../../../helpers/code-tabs.ts";
import { temporaryFolder } from "../../../../helpers/data.ts";

it("the program for Discord posts what is new since it ran last, oldest first", async () => {
  const page = readFileSync(join(inject("realSite"), "subscribe.html"), "utf8");
  const folder = temporaryFolder();
  const [program] = tabsOf(page).filter(({ label }) => label === "JavaScript");
  writeFileSync(join(folder, "discord.mjs"), program?.code ?? "");

  const all = JSON.parse(readFileSync(join(inject("realSite"), "feeds/heroes/ana.json"), "utf8"));
  let items: { id: string; url: string }[] = all.items.slice(2);
  const posted: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return response.end(JSON.stringify({ ...all, items }));
    posted.push(JSON.parse(await text(request)).content);
    return response.writeHead(204).end();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const urls = [`http://127.0.0.1:${port}/ana.json`, `http://127.0.0.1:${port}/webhook`];
  const run = () => promisify(execFile)("node", ["discord.mjs", ...urls], { cwd: folder });

  await run();
  expect(posted).toEqual([]);
  items = all.items;
  await run();
  const [newest, second] = items.map(({ url }) => url);
  expect(posted.map((content) => content.split("\n")[1])).toEqual([second, newest]);
  expect(posted[0]).toMatch(/^\*\*Ana in Overwatch patches\*\*: /);
  await run();
  expect(posted).toHaveLength(2);
});
