import type { SiteFacts } from "./manifest.ts";

type Addresses = Pick<SiteFacts, "assetsUrl" | "baseUrl">;

/** What a page may load: what its site serves, and pictures of their origin. Nothing is inline. */
export function pagePolicy({ assetsUrl, baseUrl }: Addresses): string {
  const { origin } = new URL(assetsUrl);
  const images = origin === new URL(baseUrl).origin ? "'self'" : `'self' ${origin}`;
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src " +
    `${images}; connect-src 'self'; base-uri 'none'; form-action 'none'; manifest-src 'self'`
  );
}

/**
 * The headers that say what a browser may do with an answer of a media type, which may have
 * parameters. Most types have none.
 */
export function safetyHeadersOf(
  type: string,
  addresses: Addresses,
): Readonly<Record<string, string>> {
  switch (type.split(";")[0]) {
    case "text/html":
    case "text/markdown": // the same page as text; some hosts give headers by the folder
      return {
        // In the page itself, `frame-ancestors` has no effect (CSP Level 3 §3.3).
        "Content-Security-Policy": `${pagePolicy(addresses)}; frame-ancestors 'none'`,
        "Referrer-Policy": "no-referrer",
      };
    case "image/svg+xml":
      // A picture that is opened by itself is a document: it loads nothing and runs nothing.
      return {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      };
    default:
      return {};
  }
}
