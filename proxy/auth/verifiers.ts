import type { Log } from "../log.ts";
import type { AuthSettings } from "./authorities.ts";

/** Opens what the settings name beside the key file, and loads nothing else. */
export async function openVerifiers(
  { introspection, tokens }: Pick<AuthSettings, "introspection" | "tokens">,
  baseUrl: string,
  log: Log,
) {
  return {
    introspection:
      introspection &&
      (await import("./introspection.ts")).createIntrospection({ ...introspection, log }),
    accessTokens:
      tokens &&
      (await import("./access-token.ts")).createAccessTokens({
        url: tokens.jwksUrl,
        issuer: tokens.issuer,
        audience: tokens.audience ?? baseUrl,
        log,
      }),
  };
}
