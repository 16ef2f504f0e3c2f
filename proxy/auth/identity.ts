import type { Credential } from "./credential.ts";

/** Who is calling, as far as the credential says. */
export type Identity =
  | { kind: "anonymous" }
  /** A valid credential. `id` names the key or the account, and so the window: `key:...` or `account:...`. */
  | { kind: "keyed"; id: string; scopes: readonly string[] }
  /** A rejected credential. The reason is for the log; on the wire all rejections read alike. */
  | { kind: "rejected"; reason: string }
  /** Whether the credential is valid cannot be found out now. */
  | { kind: "unavailable"; reason: string };

/** What a check of one credential can say. */
export type Verdict = Exclude<Identity, { kind: "anonymous" }>;

/** Something that checks one kind of credential. Only what has to be asked for elsewhere is a promise. */
export type Verifier = {
  check: (credential: Credential) => Verdict | Promise<Verdict>;
  close: () => void;
};

/** The scopes of a `scope` value (RFC 6749 §3.3), space-separated. */
export function scopesOf(scope: string): string[] {
  return scope.split(" ").filter((part) => part !== "");
}
