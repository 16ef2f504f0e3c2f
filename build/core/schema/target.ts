import * as z from "zod";
import { COLLECTION_NAMES } from "./collections.ts";

/** `heroes, maps, modes or roles`. */
const COLLECTIONS_LISTED = COLLECTION_NAMES.join(", ").replace(/, (\w+)$/, " or $1");

/** What a change changes. */
export const TargetSchema = z
  .string()
  .regex(new RegExp(`^(${COLLECTION_NAMES.join("|")})(/[A-Za-z0-9-]+)+$`), {
    error:
      `a target: ${COLLECTIONS_LISTED}, an id, then a path, joined by slashes, such as ` +
      "heroes/ana/health/standard",
  })
  .describe(
    "A `/`-separated path rooted at a resource collection, such as " +
      "`heroes/ana/abilities/biotic-grenade/cooldown`.",
  );

/**
 * The path of a value, in which `*` matches any one segment, `**` for any number of them and
 * `{a,b}` for either.
 */
export const GapPathSchema = z
  .string()
  .regex(new RegExp(`^(${COLLECTION_NAMES.join("|")}|patches)(/[^/]+)*$`), {
    error:
      `a path from ${COLLECTION_NAMES.join(", ")} or patches, joined by slashes, such as ` +
      "heroes/ana/names/ko",
  })
  .describe(
    "Path of the value; `*` matches any one segment, `**` any number of segments, and `{a,b}` " +
      "either of the two.",
  );
