/*
 * Who may call: keys of a file (watched-key-file.ts, known-keys.ts), keys that a service knows
 * (introspection.ts), and access tokens (access-token.ts, with the keys of key-set.ts). This file
 * opens what the settings name. `auth` is imported by `gate` and `edge`, and knows neither. The
 * rules of who is counted and refused are in `gate`.
 */
import type { Log } from "../log.ts";
import type { Verifier } from "./identity.ts";
import type { IntrospectionOptions } from "./introspection.ts";
import type { KeySet, KeySetOptions } from "./key-set.ts";
import type { KeyFileState, KeyStore } from "./known-keys.ts";
import { openKeyFile } from "./watched-key-file.ts";

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

/** The authorities that check credentials. Those that are not configured accept nothing. */
export type Authorities = {
  keyFile?: Pick<KeyStore, "find"> | undefined;
  introspection?: Pick<Verifier, "check"> | undefined;
  accessTokens?: Pick<Verifier, "check"> | undefined;
};

/** The state of the authorities. Undefined ones are not configured. */
export type AuthState = {
  keyFile: KeyFileState | undefined;
  introspection: { isFailing: boolean } | undefined;
  jwks: ReturnType<KeySet["state"]> | undefined;
};

/** Times in ms. Each has its own default. */
export type AuthTimes = {
  keyFile?: { pollMs: number };
  introspection?: IntrospectionOptions["times"];
  jwks?: KeySetOptions["times"];
};

/**
 * Opens the authorities of the settings. The code of others is not loaded. Throws `KeyFileError`
 * where the key file is unusable.
 */
export async function openAuthorities(
  settings: AuthSettings,
  baseUrl: string,
  log: Log,
  times: AuthTimes = {},
): Promise<Authorities & { state: () => AuthState; close: () => void }> {
  const { apiKeysFile, apiKeysMaxAgeSeconds: maxAgeSeconds, tokens } = settings;
  const pollMs = times.keyFile?.pollMs;
  const keyFile = apiKeysFile
    ? await openKeyFile(apiKeysFile, { log, maxAgeSeconds, pollMs })
    : undefined;
  const introspection =
    settings.introspection &&
    (await import("./introspection.ts")).createIntrospection({
      ...settings.introspection,
      log,
      times: times.introspection,
    });
  const accessTokens = tokens && (await openAccessTokens(tokens, baseUrl, log, times.jwks));
  return {
    keyFile,
    introspection,
    accessTokens,
    state: () => ({
      keyFile: keyFile?.state(),
      introspection: introspection?.state(),
      jwks: accessTokens?.jwks(),
    }),
    close: () => {
      for (const authority of [keyFile, introspection, accessTokens]) authority?.close();
    },
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
  const onKeysChanged = () => accessTokens.forgetVerified();
  const keySet = createKeySet({ url, log, onKeysChanged, times });
  const accessTokens = createAccessTokens({
    issuer,
    audience: audience ?? baseUrl,
    findKey: keySet.find,
    refetchKeys: keySet.refetch,
  });
  return { check: accessTokens.check, jwks: keySet.state, close: keySet.close };
}
