/** Where the parts of the service report to: pino's logger, or a test's. */
export type Log = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;
