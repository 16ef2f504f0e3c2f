import * as z from "zod";

/**
 * An `http` or `https` address without query, fragment, user name and password. Parsing takes the
 * slashes off its end.
 */
export const BaseUrlSchema = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text) || /[\s?#]/.test(text)) return false;
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === "" && password === "";
  })
  .transform((text) => new URL(text).href.replace(/\/+$/, ""));

/** The schemes of addresses that settings take. */
const SCHEME = /^(https?|rediss?(\+(sentinel|cluster))?):/i;

/** A user name and a password end before the last at sign, which may be percent-encoded. */
const LOGIN = /^(?=\/\/|.*:).*(@|%40)/is;

/**
 * An address as it may be printed. What may be a user name and a password is left out, even where
 * the address is malformed.
 */
export function printableAddress(text: string): string {
  const scheme = SCHEME.exec(text)?.[0] ?? "";
  return text.replace(LOGIN, `${scheme}//...@`);
}
