/** Every header that the description declares. */
export const HEADERS = {
  "RateLimit-Limit": {
    description: "Requests per window of the caller's tier.",
    schema: { type: "integer" },
  },
  "RateLimit-Remaining": {
    description: "Requests left in the caller's window.",
    schema: { type: "integer" },
  },
  "RateLimit-Reset": {
    description: "Whole seconds until the window ends, rounded up.",
    schema: { type: "integer" },
  },
  "RateLimit-Policy": {
    description:
      'The policy as a Structured Field of the IETF draft, such as "anonymous";q=60;w=60.',
    schema: { type: "string" },
  },
  RateLimit: {
    description:
      'The window as a Structured Field of the IETF draft, such as "anonymous";r=59;t=42.',
    schema: { type: "string" },
  },
  "Retry-After": {
    description: "Seconds to wait; the same number as RateLimit-Reset.",
    schema: { type: "integer" },
  },
  "WWW-Authenticate": {
    description: "Bearer with the error code of RFC 6750.",
    schema: { type: "string" },
  },
  ETag: {
    description: "Strong validator of this encoding of the document.",
    schema: { type: "string" },
  },
  "Cache-Control": {
    description: "How long a private cache may keep the answer.",
    schema: { type: "string" },
  },
  "Content-Location": {
    description: "The canonical path, when the document was asked for by another spelling.",
    schema: { type: "string" },
  },
  Vary: { description: "Accept-Encoding.", schema: { type: "string" } },
  Link: {
    description: 'The address of this description, rel="service-desc".',
    schema: { type: "string" },
  },
} as const;

/** The caller's window, on every answer. */
export const LIMIT_HEADERS = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
] as const;

/** References to headers by their names. */
export function headerRefs(...names: readonly (keyof typeof HEADERS)[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
