import { closeSync, openSync, readSync, statSync } from "node:fs";
import { Parser, type ReadEntry } from "tar";
import { describeError, ManifestError } from "../errors.ts";
import { MAX_FILE_BYTES, MAX_SITE_BYTES } from "./codings.ts";
import type { Shelf, SiteFiles } from "./site-files.ts";
import type { Steps } from "./steps.ts";

/** Bytes of a tarball that are unpacked in one step, which takes a few milliseconds. */
const STEP_BYTES = 16 * 1024;

/** Bytes of a file's header in a tarball. */
const ENTRY_BYTES = 512;

/** Reads a tarball into memory. Nothing is written to a disk. Throws `ManifestError`. */
export function* openTarball(tarball: string, shelf: Shelf): Steps<SiteFiles> {
  const stat = statSync(tarball, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new ManifestError(`${tarball} does not exist`);
  const entries = collectEntries(shelf);
  const parser = new Parser({ strict: true, onReadEntry: entries.add });
  const file = openSync(tarball, "r");
  try {
    const chunk = Buffer.alloc(STEP_BYTES);
    for (let length = -1; length !== 0; ) {
      length = readSync(file, chunk, 0, STEP_BYTES, null);
      if (length > 0) parser.write(Buffer.from(chunk.subarray(0, length)));
      else parser.end();
      if (entries.fault() !== undefined) break;
      yield;
    }
  } catch (error) {
    throw new ManifestError(`${tarball} is not a readable tarball: ${describeError(error)}`);
  } finally {
    closeSync(file);
  }
  if (entries.fault() !== undefined)
    throw new ManifestError(`${tarball} is not a tarball of a site: ${entries.fault()}`);
  const { bodies } = entries;
  return {
    hasSiblings: true,
    names: () => [...bodies.keys()],
    others: () => [],
    read: (name) => bodies.get(name),
  };
}

/** Collects the files of a tarball, up to the first that is at fault. */
function collectEntries(shelf: Shelf) {
  const bodies = new Map<string, Buffer>();
  let bytesLeft = MAX_SITE_BYTES;
  let fault: string | undefined;
  const add = (entry: ReadEntry) => {
    const name = withoutDot(entry.path);
    bytesLeft -= ENTRY_BYTES + entry.size;
    fault ??= entryFault(entry, name, bodies, bytesLeft);
    if (fault !== undefined || entry.type === "Directory") return void entry.resume();
    if (entry.type === "Link") {
      bodies.set(name, linkedBody(entry, bodies) ?? Buffer.alloc(0));
      return void entry.resume();
    }
    const body = shelf(entry.size);
    bodies.set(name, body);
    let at = 0;
    entry.on("data", (chunk) => {
      at += chunk.copy(body, at);
    });
  };
  return { bodies, add, fault: () => fault };
}

function withoutDot(path: string): string {
  return path.replace(/^\.\//, "");
}

/** The earlier file that an entry links to. `tar` stores two names of one file that way. */
function linkedBody({ linkpath = "" }: ReadEntry, bodies: ReadonlyMap<string, Buffer>) {
  return bodies.get(withoutDot(linkpath));
}

function entryFault(
  entry: ReadEntry,
  name: string,
  bodies: ReadonlyMap<string, Buffer>,
  bytesLeft: number,
): string | undefined {
  const { type, size } = entry;
  const shown = JSON.stringify(name.slice(0, 80));
  if (type === "Directory") return undefined;
  const isLink = type === "Link" && linkedBody(entry, bodies) !== undefined;
  if (type !== "File" && type !== "OldFile" && !isLink)
    return `${shown} is an entry of type ${type}; expected regular files`;
  if (bodies.has(name)) return `${shown} is in it twice`;
  if (size > MAX_FILE_BYTES)
    return `${shown} has ${size} bytes; expected at most ${MAX_FILE_BYTES}`;
  return bytesLeft < 0 ? `it has more than ${MAX_SITE_BYTES} bytes` : undefined;
}
