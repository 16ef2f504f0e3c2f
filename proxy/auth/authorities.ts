/*
 * Who may call: keys of a file (watched-key-file.ts, known-keys.ts), keys that a service knows
 * (introspection.ts), and access tokens (access-token.ts, with the keys of key-set.ts). This file
 * opens what the settings name. `auth` is imported by `gate` and `edge`, and knows neither. The
 * rules of who is counted and refused are in `gate`.
 */
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { createLimitOf, type LimitOf } from "./claimed-limit.ts";
import type { Verifier } from "./identity.ts";
import type { IntrospectionOptions } from "./introspection.ts";
import type { KeySetOptions } from "./key-set.ts";
import type { KeyStore } from "./known-keys.ts";
import { openKeyFile } from "./watched-key-file.ts";

/** The authorities that check credentials. Those that are not configured accept nothing. */
export type Authorities = {
  keyFile?: Pick<KeyStore, "find"> | undefined;
  introspection?: Verifier | undefined;
  accessTokens?: Verifier | undefined;
};

/** The state of the authorities. Undefined ones are not configured. */
export type AuthState = ReturnType<Awaited<ReturnType<typeof openAuthorities>>["state"]>;

/** Times in ms. Each has its own default. */
export type AuthTimes = {
  introspection?: IntrospectionOptions["times"];
  jwks?: KeySetOptions["times"];
};

/**
 * Opens the authorities of the settings. The code of others is not loaded. Throws `KeyFileError`
 * where the key file is unusable.
 */
export async function openAuthorities(
  settings: Config["auth"],
  baseUrl: string,
  log: Log,
  times: AuthTimes = {},
) {
  const { apiKeysFile, apiKeysMaxAgeSeconds: maxAgeSeconds, tokens } = settings;
  const keyFile = apiKeysFile ? await openKeyFile(apiKeysFile, { log, maxAgeSeconds }) : undefined;
  const limitOf = createLimitOf(settings.limitClaim, log);
  const introspection =
    settings.introspection &&
    (await import("./introspection.ts")).createIntrospection({
      ...settings.introspection,
      limitOf,
      log,
      times: times.introspection,
    });
  const accessTokens =
    tokens && (await openAccessTokens(tokens, baseUrl, limitOf, log, times.jwks));
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
  tokens: NonNullable<Config["auth"]["tokens"]>,
  baseUrl: string,
  limitOf: LimitOf,
  log: Log,
  times: KeySetOptions["times"],
) {
  const { createAccessTokens } = await import("./access-token.ts");
  const { createKeySet } = await import("./key-set.ts");
  const onKeysChanged = () => accessTokens.forgetVerified();
  const keySet = createKeySet({ address: tokens, log, onKeysChanged, times });
  const { issuer, audience } = tokens;
  const accessTokens = createAccessTokens({
    issuer,
    audience: audience ?? [baseUrl],
    limitOf,
    keySet,
  });
  return { check: accessTokens.check, jwks: keySet.state, close: keySet.close };
}
