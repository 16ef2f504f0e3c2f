import type { Log } from "../log.ts";
import type { Verifier } from "./identity.ts";
import type { KeySet } from "./key-set.ts";
import type { KeyFileState, KeyStore } from "./known-keys.ts";
import { type AuthSettings, openVerifiers, type VerifierTimes } from "./verifiers.ts";
import { openKeyFile } from "./watched-key-file.ts";

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
export type AuthTimes = VerifierTimes & { keyFile?: { pollMs: number } };

/** Opens the authorities of the settings. Throws `KeyFileError` where the key file is unusable. */
export async function openAuthorities(
  settings: AuthSettings,
  baseUrl: string,
  log: Log,
  times?: AuthTimes,
): Promise<Authorities & { state: () => AuthState; close: () => void }> {
  const { apiKeysFile, apiKeysMaxAgeSeconds: maxAgeSeconds } = settings;
  const pollMs = times?.keyFile?.pollMs;
  const keyFile = apiKeysFile
    ? await openKeyFile(apiKeysFile, { log, maxAgeSeconds, pollMs })
    : undefined;
  const { introspection, accessTokens } = await openVerifiers(settings, baseUrl, log, times);
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
