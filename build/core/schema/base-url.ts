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
