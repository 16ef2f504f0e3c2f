import type { Credential } from "./credential.ts";

/** Who is calling, as far as the credential says. */
export type Identity =
  | { kind: "anonymous" }
  /**
   * A valid credential. `id` names the key or the account, and so the window: `key:...`,
   * `introspected:...` (a digest, which no log shows) or `account:...`.
   */
  | { kind: "keyed"; id: string; scopes: readonly string[] }
  /** A rejected credential. The reason is for the log; on the wire all rejections read alike. */
  | { kind: "rejected"; reason: string }
  /**
   * Whether the credential is valid cannot be found out now; `isAboutCredential` where the service
   * that knows is well and has no answer to this one.
   */
  | { kind: "unavailable"; reason: string; isAboutCredential?: true }
  /**
   * Not looked at, as the caller has had too many rejected. `window` is what those are counted in.
   */
  | { kind: "spent"; reason: string; window: string };

/** What a check of one credential can say. */
export type Verdict = Exclude<Identity, { kind: "anonymous" }>;

/**
 * Runs a check that costs a signature or a question to another service, or says why it does not.
 */
export type Allow = (check: () => Promise<Verdict>) => Promise<Verdict>;

/** Allows every check. */
export const allowAll: Allow = (check) => check();

/**
 * Something that checks one kind of credential. What costs something is a promise, and is put to
 * `allow` first unless the credential is already known as good.
 */
export type Verifier = {
  check: (credential: Credential, allow?: Allow) => Verdict | Promise<Verdict>;
  close: () => void;
};

/** The scopes of a `scope` value (RFC 6749 §3.3), space-separated. */
export function scopesOf(scope: string): string[] {
  return scope.split(" ").filter((part) => part !== "");
}
