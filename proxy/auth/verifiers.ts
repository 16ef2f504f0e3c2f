import type { Log } from "../log.ts";
import type { IntrospectionOptions } from "./introspection.ts";
import type { KeySetOptions } from "./key-set.ts";

/** The settings that decide which credentials are valid. */
export type AuthSettings = {
  /** The start of every key. Any other bearer value is an access token. */
  apiKeyPrefix: string;
  /** The key file that `gamedata keys` writes. */
  apiKeysFile: string | undefined;
  /** How long keys stay in force while their file cannot be read. Default: ten minutes. */
  apiKeysMaxAgeSeconds: number | undefined;
  /** The RFC 7662 service for keys. `authorization` is the header value that the proxy sends. */
  introspection: { url: string; authorization: string | undefined } | undefined;
  /** The authorization server and its keys. Default of the audience: the public address. */
  tokens: { issuer: string; jwksUrl: string; audience: string | undefined } | undefined;
};

/** The times of verifiers, in ms. Each has its own default. */
export type VerifierTimes = {
  introspection?: IntrospectionOptions["times"];
  jwks?: KeySetOptions["times"];
};

/** Opens the verifiers of the settings. The code of others is not loaded. */
export async function openVerifiers(
  { introspection, tokens }: Pick<AuthSettings, "introspection" | "tokens">,
  baseUrl: string,
  log: Log,
  times: VerifierTimes = {},
) {
  return {
    introspection:
      introspection &&
      (await import("./introspection.ts")).createIntrospection({
        ...introspection,
        log,
        times: times.introspection,
      }),
    accessTokens: tokens && (await openAccessTokens(tokens, baseUrl, log, times.jwks)),
  };
}

async function openAccessTokens(
  { issuer, jwksUrl: url, audience }: NonNullable<AuthSettings["tokens"]>,
  baseUrl: string,
  log: Log,
  times: KeySetOptions["times"],
) {
  const { createAccessTokens } = await import("./access-token.ts");
  const { createKeySet } = await import("./key-set.ts");
  const onKeysRemoved = () => accessTokens.forgetVerified();
  const keySet = createKeySet({ url, log, onKeysRemoved, times });
  const accessTokens = createAccessTokens({
    issuer,
    audience: audience ?? baseUrl,
    findKey: keySet.find,
  });
  return { check: accessTokens.check, jwks: keySet.state, close: keySet.close };
}
