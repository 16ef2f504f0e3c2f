import * as z from "zod";

/**
 * The address something is reached at: no query, no password, and no slash at the end of what is
 * parsed.
 */
export const BaseUrlSchema = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text) || /[\s?#]/.test(text)) return false;
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === "" && password === "";
  })
  .transform((text) => new URL(text).href.replace(/\/+$/, ""));
