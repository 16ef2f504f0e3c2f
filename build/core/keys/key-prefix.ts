import * as z from "zod";

export const KeyPrefixSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{2,20}$/)
  .describe("2 to 20 letters, digits, hyphens and underscores, such as gdr_");
