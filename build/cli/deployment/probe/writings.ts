import { encodePath } from "../../../core/site/path-files.ts";
import { NAME_SEGMENT } from "../../../core/spelling/fold.ts";

/**
 * A way to write the path of the same resource, percent-encoded. Undefined where it changes
 * nothing.
 */
export type Writing = (path: string) => string | undefined;

/** The index of the looked-up name in a path that is split at all its slashes. */
const NAME_AT = NAME_SEGMENT + 1;

/** Characters that encodeURIComponent encodes although a path may hold them (RFC 3986 §3.3). */
const ALLOWED_UNENCODED = /%(24|26|2B|2C|3A|3B|3D|40)/g;

/**
 * The name in capitals, or in small letters where it is in capitals. Names with a letter that does
 * not fold back, such as ı, stay as they are.
 */
export const inOtherCase: Writing = (path) =>
  rewriteName(path, (name) => {
    const upper = name.toUpperCase();
    const other = upper === name ? name.toLowerCase() : upper;
    return other.normalize("NFC").toLowerCase() === name.normalize("NFC").toLowerCase()
      ? other
      : name;
  });

/** The name with accents as combining characters, as some systems write names. */
export const inNfd: Writing = (path) => rewriteName(path, (name) => name.normalize("NFD"));

/** Hexadecimal digits in lower case (RFC 3986 §6.2.2.1). */
export const inLowerHex: Writing = (path) =>
  changed(
    path,
    encodePath(path).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  );

/** Every byte of the last segment encoded, needed or not (RFC 3986 §6.2.2.2). */
export const needlesslyEncoded: Writing = (path) => {
  const segments = path.split("/");
  const last = Buffer.from(segments.pop() ?? "")
    .toString("hex")
    .replace(/../g, "%$&")
    .toUpperCase();
  return changed(path, [...segments.map(encodeURIComponent), last].join("/"));
};

/** Only the characters encoded that a path must encode. */
export const barelyEncoded: Writing = (path) =>
  changed(
    path,
    encodePath(path).replace(ALLOWED_UNENCODED, (code) => decodeURIComponent(code)),
  );

function rewriteName(path: string, rewrite: (name: string) => string): string | undefined {
  const segments = path
    .split("/")
    .map((segment, at) => (at === NAME_AT ? rewrite(segment) : segment));
  return changed(path, encodePath(segments.join("/")));
}

function changed(path: string, written: string): string | undefined {
  return written === encodePath(path) ? undefined : written;
}
