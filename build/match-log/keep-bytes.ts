/** There were more bytes than are kept, so they cannot be read again. */
export class TooMuchToKeepError extends Error {}

/**
 * Makes bytes that come only once readable several times. At most `most` bytes are kept. Where more
 * came, the second reading throws `TooMuchToKeepError`.
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
