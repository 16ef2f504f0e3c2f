import { type createRemoteJWKSet, errors } from "jose";
import type { KeySet } from "./key-set.ts";

/**
 * Finds keys in a remote set, which is fetched again by `reload` for a signature that failed. An
 * unknown key may cause one more fetch after that, so forged signatures do not delay a new key.
 */
export function createKeyFinder(
  remote: ReturnType<typeof createRemoteJWKSet>,
  reload: () => Promise<boolean>,
): Pick<KeySet, "find" | "refetch"> {
  /** Whether the last early fetch was for a failed signature. */
  let isForSignature = false;
  return {
    find: async (header, token) => {
      try {
        return await remote(header, token);
      } catch (error) {
        if (!(isForSignature && error instanceof errors.JWKSNoMatchingKey)) throw error;
        await remote.reload();
        isForSignature = false;
        return await remote(header, token);
      }
    },
    refetch: async () => {
      if (remote.coolingDown || !(await reload())) return false;
      isForSignature = true;
      return true;
    },
  };
}
