import type { Names } from "../names.ts";
import { createLineReader, EncodingError } from "./lines.ts";
import { createLogResolver, type ResolvedLog } from "./resolve-log.ts";

/** A file as a browser gives it. */
export type LogFile = Pick<File, "name" | "size" | "slice" | "stream">;

/** What was read from a file. */
export type CheckedFile = {
  file: string;
  /** Why the file was not read to its end. What was read before is in the other fields. */
  fault?: string;
  log: ResolvedLog;
  /** Unresolved spellings that are names of players in the log. */
  players: string[];
};

/** Reads match logs, compressed or not, one after the other. */
export async function checkFiles(
  files: readonly LogFile[],
  names: Names,
  onProgress?: (readBytes: number, allBytes: number) => void,
): Promise<CheckedFile[]> {
  const allBytes = files.reduce((sum, { size }) => sum + size, 0);
  let readBytes = 0;
  const onBytes = (bytes: number) => {
    readBytes += bytes;
    onProgress?.(readBytes, allBytes);
  };
  const checked: CheckedFile[] = [];
  for (const file of files) checked.push(await checkFile(file, names, onBytes));
  return checked;
}

async function checkFile(
  file: LogFile,
  names: Names,
  onBytes: (bytes: number) => void,
): Promise<CheckedFile> {
  const resolver = createLogResolver(names);
  let fault: string | undefined;
  try {
    await readLines(unpacked(file, onBytes), (line) => resolver.add(line));
  } catch (error) {
    fault = describeFault(error);
  }
  const log = resolver.result();
  const players = log.names.flatMap(({ id, name }) =>
    id === null && resolver.isPlayer(name) ? [name] : [],
  );
  return { file: file.name, ...(fault === undefined ? {} : { fault }), log, players };
}

/** Hands on the lines of a text. Throws `EncodingError`. */
export async function readLines(
  bytes: AsyncIterable<Uint8Array>,
  onLine: (line: string) => void,
): Promise<void> {
  const reader = createLineReader();
  for await (const piece of bytes) for (const line of reader.push(piece)) onLine(line);
  for (const line of reader.end()) onLine(line);
}

function describeFault(error: unknown): string {
  return error instanceof EncodingError
    ? `This file ${error.message}`
    : "The file could not be read to its end.";
}

/** The bytes of a file, unpacked where it is gzip. */
async function* unpacked(
  file: LogFile,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const isGzip = hasGzipMagic(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const counted = file.stream().pipeThrough(counting);
  yield* chunksOf(isGzip ? counted.pipeThrough(gunzip()) : counted);
}

/** The cast joins the types of Node and of browsers, which differ. */
function gunzip(): ReadableWritablePair<Uint8Array, Uint8Array> {
  return new DecompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
}

type ReadableWritablePair<Out, In> = {
  readable: ReadableStream<Out>;
  writable: WritableStream<In>;
};

/** The chunks of a stream. Not every browser has `for await` of a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Whether a file begins as gzip does, since its name may be wrong. */
function hasGzipMagic([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/** The day in a log's name, as the game writes it: `Log-2023-06-20-20-14-44.txt`. */
export function dayInName(file: string): string | undefined {
  const [day = ""] = /(?<!\d)20\d\d-\d\d-\d\d(?!\d)/.exec(file) ?? [];
  const time = Date.parse(day);
  // A day that no calendar has, such as 30 February, is read as a later one.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}
