/** The file of a site that is the proxy as a program for Cloudflare Workers. */
export const WORKER_FILE = "hosts/workers/worker.js";

/** The date and flags that fix the runtime's behaviour (Workers, compatibility dates). */
export const COMPATIBILITY = { date: "2026-07-01", flags: ["nodejs_compat"] };
