import type { Presented } from "./credential.ts";
import { type Allow, allowAll, type Identity, type Verifier } from "./identity.ts";
import type { KeyStore } from "./known-keys.ts";

/**
 * Tells who is calling, from the credential and the address of a request. It is a promise only
 * where another service is asked or a signature is checked.
 */
export type Identify = (presented: Presented, address: string) => Identity | Promise<Identity>;

/** The authorities that check credentials. Those that are not configured accept nothing. */
export type Authorities = {
  keyFile?: KeyStore | undefined;
  introspection?: Verifier | undefined;
  accessTokens?: Verifier | undefined;
};

/**
 * Identifies callers. A key of the file needs no check elsewhere, and so no leave of `allowFor`.
 */
export function createIdentify(
  { keyFile, introspection, accessTokens }: Authorities,
  allowFor: (address: string) => Allow = () => allowAll,
): Identify {
  return (presented, address) => {
    switch (presented.kind) {
      case "none":
        return { kind: "anonymous" };
      case "malformed":
        return { kind: "rejected", reason: presented.reason };
      case "key":
        return (
          keyFile?.find(presented) ??
          introspection?.check(presented, allowFor(address)) ?? {
            kind: "rejected",
            reason: "no such key",
          }
        );
      case "token":
        return (
          accessTokens?.check(presented, allowFor(address)) ?? {
            kind: "rejected",
            reason: "no authorization server is configured",
          }
        );
    }
  };
}
