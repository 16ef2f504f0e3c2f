/** More came than is kept, so that it cannot be read again. */
export class TooMuchToKeepError extends Error {}

/**
 * Bytes that come only once, to be read as often as they are asked for. So many of them are kept at
 * the most. If more came, reading them again throws `TooMuchToKeepError`.
 */
export function keepBytes(
  source: AsyncIterable<Uint8Array>,
  most: number,
): () => AsyncGenerator<Uint8Array> {
  const kept: Uint8Array[] = [];
  let length = 0;
  let isRead = false;
  return async function* read() {
    if (isRead) {
      if (length > most) throw new TooMuchToKeepError();
      yield* kept;
      return;
    }
    isRead = true;
    for await (const bytes of source) {
      length += bytes.length;
      if (length <= most) kept.push(bytes);
      else kept.length = 0;
      yield bytes;
    }
  };
}
