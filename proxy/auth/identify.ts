import type { IncomingMessage } from "node:http";
import { presentedCredential } from "./credential.ts";
import type { Identity, Verifier } from "./identity.ts";
import type { KeyStore } from "./key-file.ts";

/** Request -> who is calling. Only what has to be asked for elsewhere is a promise. */
export type Identify = (request: IncomingMessage) => Identity | Promise<Identity>;

/** What credentials are checked with; what is not configured accepts nothing. */
export type Authorities = {
  /** The beginning by which a key is told from an access token. */
  keyPrefix: string;
  keyFile?: KeyStore | undefined;
  introspection?: Verifier | undefined;
  accessTokens?: Verifier | undefined;
};

/** Identifies callers. A key in the file is not asked for elsewhere. */
export function createIdentify({ keyPrefix, keyFile, introspection, accessTokens }: Authorities): Identify {
  return (request) => {
    const presented = presentedCredential(request, keyPrefix);
    switch (presented.kind) {
      case "none":
        return { kind: "anonymous" };
      case "malformed":
        return { kind: "rejected", reason: presented.reason };
      case "key":
        return (
          keyFile?.find(presented.key) ??
          introspection?.check(presented.key) ?? { kind: "rejected", reason: "no such key" }
        );
      case "token":
        return (
          accessTokens?.check(presented.token) ?? { kind: "rejected", reason: "no authorization server is configured" }
        );
    }
  };
}
