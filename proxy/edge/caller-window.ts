import { DurableObject, type DurableObjectState } from "cloudflare:workers";
import type { Count } from "../limit/windows.ts";

/** What is stored of a window, in milliseconds since the epoch. */
type Stored = { endsAt: number; used: number };

/** The only key in the storage. */
const STORED = "window";

/** The least count that is stored. Most callers stay below it, and stored rows cost money. */
const LEAST_STORED = 8;

/** How long a count is only in memory, in milliseconds. An idle object is evicted after 10 s. */
const STORE_MS = 2_000;

/**
 * The durable object with the window of one caller, the same wherever the caller is. It counts in
 * memory and stores the count within two seconds, so an object that is evicted or restarted forgets
 * the requests of the last two seconds, or fewer than 8. An alarm at the end of the window deletes
 * what is stored. No response waits for the storage.
 */
export class CallerWindow extends DurableObject {
  #endsAt = 0;
  #used = 0;
  #hasAlarm = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: DurableObjectState, bindings: unknown) {
    super(context, bindings);
    void context.blockConcurrencyWhile(async () => {
      const stored = await context.storage.get<Stored>(STORED);
      if (stored === undefined) return;
      this.#endsAt = stored.endsAt;
      this.#used = stored.used;
      this.#hasAlarm = true;
    });
  }

  /** Counts requests, in a new window if none is open. Counting 0 only reads the window. */
  count(requests: number, windowMs: number): Count {
    const now = Date.now();
    if (this.#endsAt <= now) {
      if (requests === 0) return { used: 0, leftMs: windowMs };
      this.#endsAt = now + windowMs;
      this.#used = 0;
      this.#hasAlarm = false;
    }
    this.#used += requests;
    if (requests > 0 && this.#used >= LEAST_STORED)
      this.#timer ??= setTimeout(() => this.#store(), STORE_MS);
    return { used: this.#used, leftMs: this.#endsAt - now };
  }

  #store(): void {
    this.#timer = undefined;
    if (this.#endsAt <= Date.now()) return;
    const { storage } = this.ctx;
    if (!this.#hasAlarm) void storage.setAlarm(this.#endsAt);
    this.#hasAlarm = true;
    const stored: Stored = { endsAt: this.#endsAt, used: this.#used };
    void storage.put(STORED, stored, { allowUnconfirmed: true });
  }

  /** Deletes a window that has ended. */
  async alarm(): Promise<void> {
    if (this.#endsAt > Date.now()) return this.ctx.storage.setAlarm(this.#endsAt);
    await this.ctx.storage.deleteAll();
  }
}
