import { writeFileSync } from "node:fs";
import { join } from "node:path";
import S3rver from "s3rver";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { temporaryFolder } from "../../helpers/data.ts";
import { encodePath } from "../../proxy/wire.ts";

/** What s3rver tells of each change, as S3's own notifications do. */
const EventSchema = z.object({
  Records: z.array(
    z.object({ eventName: z.string(), s3: z.object({ object: z.object({ key: z.string() }) }) }),
  ),
});

/** An S3 server with one empty bucket, until the test ends. */
export async function startBucket() {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    allowMismatchedSignatures: true,
    directory: temporaryFolder(),
    configureBuckets: [{ name: "site", configs: [] }],
  });
  const written: string[] = [];
  server.on("event", (event: unknown) => {
    for (const { eventName, s3 } of EventSchema.parse(event).Records)
      if (eventName.startsWith("ObjectCreated")) written.push(s3.object.key);
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  const url = `http://127.0.0.1:${port}`;
  const urlOf = (file: string) => url + encodePath(`/site/${file}`);
  return {
    address: "s3://site",
    /** The environment in which `aws` is AWS's own program, and asks this server. */
    env: environment(url),
    /** The names of what was written, in order. */
    written,
    put: (file: string, body: BodyInit) => fetch(urlOf(file), { method: "PUT", body }),
    textOf: async (file: string) => {
      const answer = await fetch(urlOf(file));
      return answer.ok ? answer.text() : undefined;
    },
  };
}

/** Debian's program takes the address of a server as an option only. */
function environment(url: string): Record<string, string> {
  const folder = temporaryFolder();
  const path = process.env["PATH"] ?? "";
  const script = `#!/bin/sh\nPATH='${path}' exec aws --endpoint-url ${url} "$@"\n`;
  writeFileSync(join(folder, "aws"), script, { mode: 0o755 });
  return {
    PATH: `${folder}:${path}`,
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
    AWS_DEFAULT_REGION: "us-east-1",
    // Newer programs send checksums that this server does not know.
    AWS_REQUEST_CHECKSUM_CALCULATION: "when_required",
  };
}
