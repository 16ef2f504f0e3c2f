/**
 * What is used of the runtime of workers (https://developers.cloudflare.com/workers/runtime-apis/).
 */

declare module "cloudflare:workers" {
  /** Lets work go on after the answer of the request that it belongs to. */
  export function waitUntil(work: Promise<unknown>): void;

  /** One object of a namespace: wherever it is asked, there is one of its name. */
  export class DurableObject {
    protected ctx: DurableObjectState;
    constructor(ctx: DurableObjectState, env: unknown);
  }

  export type DurableObjectState = {
    storage: ObjectStorage;
    /** No call is taken before the work is done. */
    blockConcurrencyWhile: (work: () => Promise<void>) => Promise<void>;
  };

  export type ObjectStorage = {
    get: (key: string) => Promise<unknown>;
    put: (key: string, value: unknown, options?: { allowUnconfirmed?: boolean }) => Promise<void>;
    setAlarm: (milliseconds: number) => Promise<void>;
    deleteAll: () => Promise<void>;
  };
}
