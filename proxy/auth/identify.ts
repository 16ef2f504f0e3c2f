import type { IncomingMessage } from "node:http";
import { presentedCredential } from "./credential.ts";

/** Who is calling, as far as the credential says. */
export type Identity =
  | { kind: "anonymous" }
  /** A valid credential: `id` names the key or the account, and so the window. */
  | { kind: "keyed"; id: string; scopes: readonly string[] }
  /** A rejected credential. The reason is for the log; on the wire all rejections read alike. */
  | { kind: "rejected"; reason: string }
  /** Whether the credential is valid cannot be found out now. */
  | { kind: "unavailable"; reason: string };

/** Request -> who is calling. Only what has to be asked for is a promise. */
export type Identify = (request: IncomingMessage) => Identity | Promise<Identity>;

/** Identifies callers by the credentials the configuration allows for; none are, yet. */
export function createIdentify({ apiKeyPrefix }: { apiKeyPrefix: string }): Identify {
  return (request) => {
    const presented = presentedCredential(request, apiKeyPrefix);
    switch (presented.kind) {
      case "none":
        return { kind: "anonymous" };
      case "malformed":
        return { kind: "rejected", reason: presented.reason };
      case "key":
        return { kind: "rejected", reason: "no keys are configured" };
      case "token":
        return { kind: "rejected", reason: "no authorization server is configured" };
    }
  };
}
