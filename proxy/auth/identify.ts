import type { Presented } from "./credential.ts";
import type { Identity, Verifier } from "./identity.ts";
import type { KeyStore } from "./key-file.ts";

/** What a request presents -> who is calling. Only what has to be asked for elsewhere is a promise. */
export type Identify = (presented: Presented) => Identity | Promise<Identity>;

/** What credentials are checked with; what is not configured accepts nothing. */
export type Authorities = {
  keyFile?: KeyStore | undefined;
  introspection?: Verifier | undefined;
  accessTokens?: Verifier | undefined;
};

/** Identifies callers. A key in the file is not asked for elsewhere. */
export function createIdentify({ keyFile, introspection, accessTokens }: Authorities): Identify {
  return (presented) => {
    switch (presented.kind) {
      case "none":
        return { kind: "anonymous" };
      case "malformed":
        return { kind: "rejected", reason: presented.reason };
      case "key":
        return (
          keyFile?.find(presented) ??
          introspection?.check(presented) ?? { kind: "rejected", reason: "no such key" }
        );
      case "token":
        return (
          accessTokens?.check(presented) ?? {
            kind: "rejected",
            reason: "no authorization server is configured",
          }
        );
    }
  };
}
