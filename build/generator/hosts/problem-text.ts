import { problemOf } from "../../core/schema/problem-details.ts";
import type { ProblemType } from "../../core/schema/problem-types.ts";

/**
 * The characters of a path that need no escape in JSON and in any configuration, as the inside of a
 * regular expression's brackets.
 */
export const PLAIN_PATH_CHARACTERS = "-!#$%&'()*+,./0-9:;<=>@A-Z\\[\\]^_a-z|~";

/**
 * A problem document (RFC 9457) for a configuration, with the same bytes as the proxy's. `detail`
 * and `instance` are inserted as they are: variables of the host, or text from `jsonText`.
 */
export function problemText(
  baseUrl: string,
  type: ProblemType,
  detail: string,
  instance: string,
): string {
  const { type: address, title, status } = problemOf(type, detail, instance, baseUrl);
  return `{
  "type": "${jsonText(address)}",
  "title": "${title}",
  "status": ${status},
  "detail": "${detail}",
  "instance": "${instance}"
}
`;
}

/** Text inside a JSON string, with escapes for what configurations read as variables or quotes. */
export function jsonText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[$`{}]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
