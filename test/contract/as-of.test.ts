import { describe, expect, inject, it } from "vitest";
import { verifySite } from "../../build/core/site/verify-site.ts";
import { referenceAsOf } from "../../build/generator/documents/contract.ts";
import { startProxy } from "../helpers/proxy.ts";
import { REAL_DATA as DATA } from "../helpers/real-data.ts";
import { BASE_URL, EARLIER } from "../helpers/real-site.ts";
import { encodePath, HEROES, keepAliveClient, MAPS, PATCHES } from "../proxy/wire.ts";

const site = inject("earlierSite");

/** Asks a proxy of its own for paths, at once. */
async function get(paths: readonly string[]) {
  const { port } = await startProxy(site, { ANONYMOUS_LIMIT: "1000000", LOG_LEVEL: "silent" });
  const ask = keepAliveClient(port);
  return await Promise.all(paths.map(async (path) => ({ path, ...(await ask(encodePath(path))) })));
}

// What is in the documents is tested with every tenth patch, in as-of-every.slow.test.ts.
describe(`the site as of ${EARLIER}, written and served`, () => {
  it("agrees with its manifest, file by file", () => {
    expect(verifySite(site)).toMatchObject({ missing: [], extra: [], altered: [] });
  });

  it("knows no patch, no hero and no map that came later", async () => {
    const addresses = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets` };
    const { heroes, maps } = referenceAsOf(DATA, EARLIER, addresses);
    const known = new Set([...heroes, ...maps].map(({ id }) => id));
    const unknown = ({ id }: { id: string }) => !known.has(id);
    const later = [
      ...DATA.patches.filter(({ id }) => id > EARLIER).map(({ id }) => `${PATCHES}/${id}`),
      ...DATA.heroes.filter(unknown).map(({ id }) => `${HEROES}/${id}`),
      ...DATA.maps.filter(unknown).map(({ id }) => `${MAPS}/${id}`),
    ];
    const answers = await get(later);
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.filter(({ status }) => status !== 404)).toEqual([]);
  });
});
