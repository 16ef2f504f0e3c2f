/**
 * The used parts of the workers' runtime (https://developers.cloudflare.com/workers/runtime-apis/).
 */

declare module "cloudflare:workers" {
  /** Keeps work alive after the response of its request. */
  export function waitUntil(work: Promise<unknown>): void;

  /** A durable object. There is only one of each name, for all callers everywhere. */
  export class DurableObject {
    protected ctx: DurableObjectState;
    constructor(ctx: DurableObjectState, env: unknown);
  }

  export type DurableObjectState = {
    storage: ObjectStorage;
    /** Lets no call in before the work is done. */
    blockConcurrencyWhile: (work: () => Promise<void>) => Promise<void>;
  };

  export type ObjectStorage = {
    get: <T>(key: string) => Promise<T | undefined>;
    put: (key: string, value: unknown, options?: { allowUnconfirmed?: boolean }) => Promise<void>;
    setAlarm: (milliseconds: number) => Promise<void>;
    deleteAll: () => Promise<void>;
  };
}
