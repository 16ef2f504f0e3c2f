const text = (description: string) => ({ description, schema: { type: "string" } });
const integer = (description: string) => ({ description, schema: { type: "integer" } });

/** Every header that the description declares. */
export const HEADERS = {
  "RateLimit-Limit": integer("Requests per window of the caller's tier."),
  "RateLimit-Remaining": integer("Requests left in the caller's window."),
  "RateLimit-Reset": integer("Whole seconds until the window ends, rounded up."),
  "RateLimit-Policy": text(
    'The policy as a Structured Field of the IETF draft, such as "anonymous";q=60;w=60.',
  ),
  RateLimit: text(
    'The window as a Structured Field of the IETF draft, such as "anonymous";r=59;t=42.',
  ),
  "Retry-After": integer("Seconds to wait; the same number as RateLimit-Reset."),
  "WWW-Authenticate": text("Bearer with the error code of RFC 6750."),
  ETag: text("Strong validator of this encoding of the document."),
  "Cache-Control": text("How long a private cache may keep the answer."),
  "Content-Location": text(
    "The canonical path, when the document was asked for by another spelling.",
  ),
  Vary: text("Accept-Encoding."),
  "X-Request-Id": text("The id of the request in the log of the service. A request may choose it."),
  Link: text('The address of this description, rel="service-desc".'),
};

/** The caller's window and the id of the request, on every answer. */
export const EVERY_ANSWER_HEADERS = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
  "X-Request-Id",
] as const;

/** References to headers by their names. */
export function headerRefs(...names: readonly (keyof typeof HEADERS)[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
