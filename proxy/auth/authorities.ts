import type { AccessTokensState } from "./access-token.ts";
import type { Authorities } from "./identify.ts";
import type { IntrospectionState } from "./introspection.ts";
import type { KeyFileState } from "./known-keys.ts";
import { openVerifiers, type VerifierMakers, type VerifierTimes } from "./verifiers.ts";
import { openKeyFile } from "./watched-key-file.ts";

/** The settings that decide which credentials are valid. */
export type AuthSettings = {
  /** What a key starts with; any other bearer value is an access token. */
  apiKeyPrefix: string;
  /** The key file that `gamedata keys` writes. */
  apiKeysFile: string | undefined;
  /** For how long keys stay in force while their file cannot be read; undefined is ten minutes. */
  apiKeysMaxAgeSeconds: number | undefined;
  /**
   * An RFC 7662 service that knows the keys; `authorization` is the whole header value the proxy
   * sends there.
   */
  introspection: { url: string; authorization: string | undefined } | undefined;
  /**
   * The authorization server whose tokens are valid, and where its keys are; the audience defaults
   * to the public address.
   */
  tokens: { issuer: string; jwksUrl: string; audience: string | undefined } | undefined;
};

/** How the authorities are at the moment; undefined is not configured. */
export type AuthState = {
  keyFile: KeyFileState | undefined;
  introspection: IntrospectionState | undefined;
  accessTokens: AccessTokensState | undefined;
};

type Log = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

/** Loaded when they are wanted. */
const MAKERS: VerifierMakers = {
  introspection: async () => (await import("./introspection.ts")).createIntrospection,
  accessTokens: async () => (await import("./access-token.ts")).createAccessTokens,
};

/**
 * Opens everything the settings name, and loads nothing else. Throws `KeyFileError` where the key
 * file cannot be used.
 */
export async function openAuthorities(
  settings: AuthSettings,
  baseUrl: string,
  log: Log,
  times?: VerifierTimes,
): Promise<Authorities & { state: () => AuthState; close: () => void }> {
  const { apiKeysFile, apiKeysMaxAgeSeconds } = settings;
  const keyFile =
    apiKeysFile === undefined
      ? undefined
      : openKeyFile(apiKeysFile, {
          log,
          maxAgeSeconds: apiKeysMaxAgeSeconds,
          pollMs: times?.keyFile?.pollMs,
        });
  const { introspection, accessTokens } = await openVerifiers(
    settings,
    baseUrl,
    log,
    MAKERS,
    times,
  );
  const opened = [keyFile, introspection, accessTokens];
  return {
    keyFile,
    introspection,
    accessTokens,
    state: () => ({
      keyFile: keyFile?.state(),
      introspection: introspection?.state(),
      accessTokens: accessTokens?.state(),
    }),
    close: () => {
      for (const authority of opened) authority?.close();
    },
  };
}
