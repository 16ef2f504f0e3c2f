import type { Log } from "../log.ts";
import type { createAccessTokens } from "./access-token.ts";
import type { AuthSettings } from "./authorities.ts";
import type { createIntrospection, IntrospectionOptions } from "./introspection.ts";
import type { KeySetOptions } from "./key-set.ts";

/** Functions that load what creates a verifier. */
export type VerifierMakers = {
  introspection: () => Promise<typeof createIntrospection>;
  accessTokens: () => Promise<typeof createAccessTokens>;
};

/** The times of verifiers and of the key file, in ms. Each has its own default. */
export type VerifierTimes = {
  keyFile?: { pollMs: number };
  introspection?: IntrospectionOptions["times"];
  jwks?: KeySetOptions["times"];
};

/** Opens the verifiers of the settings. */
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
