import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { parseRequestTarget } from "../../proxy/gate/request.ts";
import { SiteError } from "../../proxy/site/catalog.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { getRaw, sendRaw, startProxy } from "../helpers/proxy.ts";
import { HEADERS_OF_EVERY_ANSWER, HEROES } from "./wire.ts";

const start = (env: Record<string, string> = {}) => startProxy(inject("realSite"), env);
it("an answer to an expectation that is not met carries the headers of every answer", async () => {
  const { port } = await start();
  const answer = await getRaw(port, "/v1/games", { Expect: "miracles" });
  expect(Object.fromEntries(answer.headers)).toMatchObject(HEADERS_OF_EVERY_ANSWER);
});
it.each(["http://example.org", "http://example.org?x=1"])(
  "%s has the path / (RFC 9112 §3.2.1)",
  (target) => {
    expect(parseRequestTarget(target)).toMatchObject({ path: "/", segments: [""] });
  },
);
it("a name that is not percent-encoded gets a hint", async () => {
  const { port } = await start();
  const answer = await sendRaw(
    port,
    Buffer.from(`GET ${HEROES}/Lúcio HTTP/1.1\r\nHost: test\r\n\r\n`),
  );
  expect(answer.body).toContain("percent-encod");
});
it("a site is refused where a problem file is not JSON", async () => {
  const site = join(temporaryFolder(), "dist");
  mkdirSync(join(site, "v1"), { recursive: true });
  const real = inject("realSite");
  for (const name of readdirSync(real))
    if (name !== "v1") symlinkSync(join(real, name), join(site, name));
  for (const name of readdirSync(join(real, "v1")))
    if (name !== "404.json") symlinkSync(join(real, "v1", name), join(site, "v1", name));
  writeFileSync(join(site, "v1/404.json"), "{");
  await expect(loadCatalog(site)).rejects.toThrow(SiteError);
});
