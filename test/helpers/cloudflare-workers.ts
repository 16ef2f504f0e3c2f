/** The module `cloudflare:workers` for tests on Node. */
export class DurableObject {
  protected readonly ctx: unknown;

  constructor(context: unknown) {
    this.ctx = context;
  }
}

export function waitUntil() {}
