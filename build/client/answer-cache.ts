type CachedAnswer = { etag: string; headers: Headers; text: string };

/** Headers that describe the bytes on the wire, and not the text that is kept. */
const OF_THE_WIRE = ["Content-Encoding", "Content-Length", "Transfer-Encoding"];

/**
 * Fetches with `If-None-Match` what was fetched before, and answers a 304 with the kept answer (RFC
 * 9111 §4.3). At most `most` answers are kept. The longest unused is dropped first.
 */
export function withAnswerCache(
  fetch: (request: Request) => Promise<Response>,
  most: number,
): (request: Request) => Promise<Response> {
  const kept = new Map<string, CachedAnswer>(); // in the order of use
  const keep = (url: string, answer: CachedAnswer) => {
    kept.delete(url);
    kept.set(url, answer);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
  };

  return async (request) => {
    const known = kept.get(request.url);
    const response = await fetch(
      known === undefined ? request : withHeader(request, "If-None-Match", known.etag),
    );
    if (response.status === 304 && known !== undefined) {
      const headers = new Headers(known.headers);
      response.headers.forEach((value, name) => {
        headers.set(name, value);
      });
      keep(request.url, known);
      return new Response(known.text, { headers });
    }
    const etag = response.headers.get("ETag");
    if (response.status !== 200 || etag === null || most < 1) return response;
    const headers = new Headers(response.headers);
    for (const name of OF_THE_WIRE) headers.delete(name);
    const text = await response.text();
    keep(request.url, { etag, headers, text });
    return new Response(text, { headers });
  };
}

function withHeader(request: Request, name: string, value: string): Request {
  const headers = new Headers(request.headers);
  headers.set(name, value);
  return new Request(request, { headers });
}
