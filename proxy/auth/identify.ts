import type { Presented } from "./credential.ts";
import { type Allow, allowAll, type Identity, type Verifier } from "./identity.ts";
import type { KeyStore } from "./known-keys.ts";

/**
 * What a request presents, and the address it comes from, -> who is calling. Only what has to be
 * asked for elsewhere is a promise.
 */
export type Identify = (presented: Presented, address: string) => Identity | Promise<Identity>;

/** What credentials are checked with; what is not configured accepts nothing. */
export type Authorities = {
  keyFile?: KeyStore | undefined;
  introspection?: Verifier | undefined;
  accessTokens?: Verifier | undefined;
};

/** Identifies callers. A key in the file is not asked for elsewhere, and needs nobody's leave. */
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
