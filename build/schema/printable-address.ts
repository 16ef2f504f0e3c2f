/** The schemes of addresses that settings take. */
const SCHEME = /^(https?|rediss?(\+(sentinel|cluster))?):/i;

/** A name and a password end before the last at sign, which somebody may have encoded. */
const LOGIN = /^(?=\/\/|.*:).*(@|%40)/is;

/**
 * An address as it may be printed, whatever it looks like: what may be a name and a password is
 * left out.
 */
export function printableAddress(text: string): string {
  const scheme = SCHEME.exec(text)?.[0] ?? "";
  return text.replace(LOGIN, `${scheme}//...@`);
}
