import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Header } from "tar";
import { temporaryFolder } from "../helpers/data.ts";

type EntryType = NonNullable<ConstructorParameters<typeof Header>[0]> extends infer T ? T : never;

/** An entry of a tarball; `size` may lie about the body. */
export type TarEntry = {
  path: string;
  body?: Buffer;
  type?: "File" | "SymbolicLink" | "Link" | "FIFO" | "CharacterDevice" | "Directory";
  linkpath?: string;
  size?: number;
};

/** Writes a tarball of entries that no well-meaning program would write. */
export function tarballOf(entries: readonly TarEntry[]) {
  const file = join(temporaryFolder(), "site.tar.gz");
  writeFileSync(file, gzipSync(tarOf(entries)));
  return file;
}

/** The same, in memory and not compressed. */
export function tarOf(entries: readonly TarEntry[]) {
  const blocks = entries.flatMap(({ path, body = Buffer.alloc(0), type = "File", ...rest }) => {
    const header = Buffer.alloc(512);
    const data = { path, type, mode: 0o644, size: body.length, mtime: new Date(0), ...rest };
    new Header(data as EntryType as never).encode(header, 0);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
