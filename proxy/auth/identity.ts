import { credentialDigest } from "../../build/core/keys/api-key.ts";

/** A key or an access token, with the digest by which it is looked up. */
export type Credential = { text: string; digest: string };

/** The credential of a request: none, a key, an access token, or a malformed one. */
export type Presented =
  | { kind: "none" }
  | ({ kind: "key" | "token" } & Credential)
  | { kind: "malformed"; reason: string };

export function credentialOf(text: string): Credential {
  return { text, digest: credentialDigest(text) };
}

/** The key of a token may exist, but the key set cannot be fetched. */
export class KeySetUnavailable extends Error {}

/** Who is calling, by the credential. */
export type Identity =
  | { kind: "anonymous" }
  /**
   * A valid credential. `id` names the key or account, and thereby the window: `key:...`,
   * `account:...` or `introspected:...` with a digest, which no log shows. Default of `limit`:
   * `KEYED_LIMIT`.
   */
  | { kind: "keyed"; id: string; scopes: readonly string[]; limit?: number | undefined }
  /** A rejected credential. The reason is for the log. All responses to rejections are alike. */
  | { kind: "rejected"; reason: string }
  /**
   * It is not known now whether the credential is valid. `isAboutCredential`: the service is well,
   * but cannot answer for this credential.
   */
  | { kind: "unavailable"; reason: string; isAboutCredential?: true }
  /** The credential is not checked, as too many were rejected. `window` counts the rejections. */
  | { kind: "spent"; reason: string; window: string };

/** The result of checking a credential. */
export type Verdict = Exclude<Identity, { kind: "anonymous" }>;

/**
 * Runs a check that needs a signature or another service, for an address, or gives a verdict
 * without it.
 */
export type Allow = (check: (address?: string) => Promise<Verdict>) => Promise<Verdict>;

/**
 * Checks one kind of credential. A costly check is a promise, and `allow` decides whether it runs,
 * unless the credential is already known as good.
 */
export type Verifier = {
  check: (credential: Credential, allow: Allow) => Verdict | Promise<Verdict>;
};

/** The scopes of a `scope` value (RFC 6749 §3.3), space-separated. */
export function scopesOf(scope: string) {
  return scope.split(" ").filter((part) => part !== "");
}
