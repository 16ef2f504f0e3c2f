import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../../helpers/data.ts";

/**
 * An S3 server with one empty bucket, until the test ends. It has the four calls that AWS's program
 * makes for an upload: list, get, put and delete.
 */
export async function startBucket() {
  const objects = new Map<string, Buffer>();
  const written: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const key = decodeURIComponent(pathname.replace(/^\/site\/?/, ""));
    if (request.method === "PUT") {
      objects.set(key, await bodyOf(request));
      written.push(key);
      return response.setHeader("ETag", '"0"').end();
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (key === "") return response.end(listing(objects, searchParams.get("prefix") ?? ""));
    const body = objects.get(key);
    return response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    address: "s3://site",
    /** The environment in which `aws` is AWS's own program, and asks this server. */
    env: environment(`http://127.0.0.1:${port}`),
    /** The objects by their names. */
    objects,
    /** The names of what was written, in order. */
    written,
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
function listing(objects: ReadonlyMap<string, Buffer>, prefix: string): string {
  const contents = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .toSorted(([a], [b]) => (a < b ? -1 : 1)) // AWS's program deletes what comes out of order
    .map(
      ([key, { length }]) =>
        `<Contents><Key>${encodeURIComponent(key)}</Key><Size>${length}</Size>` +
        "<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>",
    );
  return (
    "<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>" +
    `${contents.join("")}</ListBucketResult>`
  );
}

/** Debian's program takes the address of a server as an option only. */
function environment(url: string): Record<string, string> {
  const folder = temporaryFolder();
  const path = process.env["PATH"] ?? "";
  const script = `#!/bin/sh\nPATH='${path}' exec aws --endpoint-url ${url} "$@"\n`;
  writeFileSync(join(folder, "aws"), script, { mode: 0o755 });
  return {
    PATH: `${folder}:${path}`,
    AWS_ACCESS_KEY_ID: "any",
    AWS_SECRET_ACCESS_KEY: "any",
    AWS_DEFAULT_REGION: "us-east-1",
    // Newer programs send checksums in a framing that this server does not know.
    AWS_REQUEST_CHECKSUM_CALCULATION: "when_required",
  };
}
