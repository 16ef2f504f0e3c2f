import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { startProxy } from "../helpers/proxy.ts";
import { BASE_URL } from "../helpers/real-site.ts";

const PICTURE = /"(?:portrait|thumbnail)": "([^"]+)"/g;

it("every picture that the API names is there in a default build", async () => {
  const site = inject("realSite");
  const texts = ["heroes", "maps", "patches"].map((collection) =>
    readFileSync(join(site, "v1/overwatch", `${collection}.json`), "utf8"),
  );
  const addresses = new Set(
    texts.flatMap((text) => [...text.matchAll(PICTURE)].map(([, address = ""]) => address)),
  );
  expect(addresses.size).toBeGreaterThan(80);

  const { url } = await startProxy(site);
  const missing: string[] = [];
  for (const address of addresses) {
    const answer = await fetch(address.replace(BASE_URL, url));
    const isPicture = answer.headers.get("content-type") === "image/svg+xml";
    if (answer.status !== 200 || !isPicture) missing.push(`${answer.status} ${address}`);
    await answer.body?.cancel();
  }
  expect(missing).toEqual([]);
});
