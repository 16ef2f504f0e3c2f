/** The gate as a program for the runtime of workers, a file of each site. */
export const WORKER_FILE = "hosts/workers/worker.js";

/**
 * The day whose behaviour of that runtime is wanted, and what of Node (Workers, compatibility
 * dates).
 */
export const COMPATIBILITY = { date: "2026-07-01", flags: ["nodejs_compat"] };
