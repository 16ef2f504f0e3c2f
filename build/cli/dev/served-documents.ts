import { fetchManifest } from "../../core/fetch/fetch-manifest.ts";
import { fetchSite } from "../../core/fetch/fetch-site.ts";
import type { Manifest } from "../../core/schema/manifest.ts";
import { withClient } from "../terminal/with-client.ts";

/** The documents of a deployment that pages read, by checksum. */
export type Served = { manifest: Manifest; bodies: ReadonlyMap<string, Buffer> };

/** Other documents are parts of these, and most of them count toward a limit. */
const READ_BY_PAGES =
  /^\/((?!v1\/|explorer\/).*\.(json|csv)|v1\/(games|openapi\.json|[^/]+\/(modes|roles)))$/;

/** Fetches the documents of a deployment. Throws an `ExpectedError` for one of another format. */
export async function fetchServed(url: string): Promise<Served> {
  const bodies = new Map<string, Buffer>();
  const store = {
    read: (sha256: string) => bodies.get(sha256),
    keep: (sha256: string, body: Buffer) => void bodies.set(sha256, body),
  };
  let manifest: Manifest | undefined;
  await withClient(url, async (client) => {
    const isWanted = ({ path }: { path: string }) => READ_BY_PAGES.test(path);
    const { served } = await fetchSite(client, store, await fetchManifest(client), { isWanted });
    ({ manifest } = served);
  });
  if (manifest === undefined) throw new Error("a deployment that was fetched has a manifest");
  return { manifest, bodies };
}
