import type { AccessTokensState } from "./access-token.ts";
import type { Authorities } from "./identify.ts";
import type { IntrospectionState } from "./introspection.ts";
import type { KeyFileState } from "./known-keys.ts";
import { openVerifiers, type VerifierMakers, type VerifierTimes } from "./verifiers.ts";
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

/** The state of the authorities. Undefined ones are not configured. */
export type AuthState = {
  keyFile: KeyFileState | undefined;
  introspection: IntrospectionState | undefined;
  accessTokens: AccessTokensState | undefined;
};

type Log = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

/** Verifiers are loaded only where they are configured. */
const MAKERS: VerifierMakers = {
  introspection: async () => (await import("./introspection.ts")).createIntrospection,
  accessTokens: async () => (await import("./access-token.ts")).createAccessTokens,
};

/** Opens the authorities of the settings. Throws `KeyFileError` where the key file is unusable. */
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
