import { type Manifest, ManifestSchema } from "../schema/manifest.ts";
import { documentFile } from "../site/site.ts";
import { type Client, NoAnswerError } from "./client.ts";
import { contentOf } from "./decode.ts";
import { DeploymentError } from "./deployment-error.ts";
import { parseJson } from "./parse-json.ts";
import { statusWords } from "./words.ts";

/** Many times what a site of today needs. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;
const MAX_SITE_BYTES = 1024 * 1024 * 1024;

/** What a deployment says it holds; `body` is the manifest byte for byte. */
export type ServedManifest = { manifest: Manifest; body: Buffer };

/** Fetches a deployment's manifest. Throws `DeploymentError` where there is none, or none that can be worked with. */
export async function fetchManifest(client: Client): Promise<ServedManifest> {
  const where = `${client.url}/manifest.json`;
  const body = await fetchBody(client, where);
  const parsed = ManifestSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    throw new DeploymentError(
      `${where} is not a manifest that this version reads; is this the address of a site that gamedata built?`,
    );
  }
  const fault = faultOf(parsed.data);
  if (fault !== undefined) throw new DeploymentError(`${where} is not to be trusted: ${fault}`);
  return { manifest: parsed.data, body };
}

async function fetchBody(client: Client, where: string): Promise<Buffer> {
  try {
    const answer = await client.ask({
      path: "/manifest.json",
      headers: { "accept-encoding": "br, gzip", "cache-control": "no-cache" },
      maxBytes: MAX_MANIFEST_BYTES,
    });
    const body = contentOf(answer, MAX_MANIFEST_BYTES);
    if (answer.status === 200 && body !== undefined) return body;
    throw new DeploymentError(
      `${where}: expected the manifest of a site, came ${statusWords(answer)}`,
    );
  } catch (error) {
    if (error instanceof NoAnswerError) throw new DeploymentError(`${where}: ${error.message}`);
    throw error;
  }
}

/** What a manifest must not say, whoever wrote it: sizes beyond all measure, and files outside the site. */
function faultOf({ documents, pages, problems, hosts }: Manifest): string | undefined {
  const files = [
    ...documents.flatMap(({ spellings, bytes }) =>
      spellings.map((path) => ({ file: documentFile(path), bytes })),
    ),
    ...[...documents, ...pages, ...problems, ...hosts].map(({ file, bytes }) => ({ file, bytes })),
  ];
  const large = files.find(({ bytes }) => bytes > MAX_CONTENT_BYTES);
  if (large !== undefined) return `${show(large.file)} is said to have ${large.bytes} bytes`;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_SITE_BYTES) return `its files are said to have ${total} bytes`;

  const paths = [...documents, ...pages].map(({ path }) => path.slice(1));
  const odd = [...files.map(({ file }) => file), ...paths].find(
    (name) => name !== "" && !isPlain(name),
  );
  if (odd !== undefined) return `${show(odd)} is no name below the site's root`;
  const nameless = documents.find(({ path, spellings }) => spellings[0] !== path);
  return nameless && `the first spelling of ${show(nameless.path)} is not its canonical path`;
}

/** Whether a name stays below the site's root on every system. */
function isPlain(name: string): boolean {
  const isOrdinary = (segment: string) => segment !== "" && segment !== "." && segment !== "..";
  return name.split("/").every(isOrdinary) && !/\\|\p{Cc}|\p{Surrogate}/u.test(name);
}

function show(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
