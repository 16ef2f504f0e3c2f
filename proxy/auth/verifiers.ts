import type { Log } from "../log.ts";
import type { createAccessTokens } from "./access-token.ts";
import type { AuthSettings } from "./authorities.ts";
import type { createIntrospection } from "./introspection.ts";

/** Gives what makes a verifier, for those that are wanted. */
export type VerifierMakers = {
  introspection: () => Promise<typeof createIntrospection>;
  accessTokens: () => Promise<typeof createAccessTokens>;
};

/** Opens what the settings name beside the key file. */
export async function openVerifiers(
  { introspection, tokens }: Pick<AuthSettings, "introspection" | "tokens">,
  baseUrl: string,
  log: Log,
  makers: VerifierMakers,
) {
  return {
    introspection: introspection && (await makers.introspection())({ ...introspection, log }),
    accessTokens:
      tokens &&
      (await makers.accessTokens())({
        url: tokens.jwksUrl,
        issuer: tokens.issuer,
        audience: tokens.audience ?? baseUrl,
        log,
      }),
  };
}
