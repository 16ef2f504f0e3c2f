import type { Log } from "../log.ts";
import type { createAccessTokens } from "./access-token.ts";
import type { AuthSettings } from "./authorities.ts";
import type { createIntrospection, IntrospectionOptions } from "./introspection.ts";
import type { KeySetOptions } from "./key-set.ts";

/** Gives what makes a verifier, for those that are wanted. */
export type VerifierMakers = {
  introspection: () => Promise<typeof createIntrospection>;
  accessTokens: () => Promise<typeof createAccessTokens>;
};

/**
 * How long other services are waited for, and left alone, and how often the key file is looked at,
 * in ms; their own defaults unless told.
 */
export type VerifierTimes = {
  keyFile?: { pollMs: number };
  introspection?: IntrospectionOptions["times"];
  jwks?: KeySetOptions["times"];
};

/** Opens what the settings name beside the key file. */
export async function openVerifiers(
  { introspection, tokens }: Pick<AuthSettings, "introspection" | "tokens">,
  baseUrl: string,
  log: Log,
  makers: VerifierMakers,
  times: VerifierTimes = {},
) {
  return {
    introspection:
      introspection &&
      (await makers.introspection())({ ...introspection, log, times: times.introspection }),
    accessTokens:
      tokens &&
      (await makers.accessTokens())({
        url: tokens.jwksUrl,
        issuer: tokens.issuer,
        audience: tokens.audience ?? baseUrl,
        log,
        times: times.jwks,
      }),
  };
}
