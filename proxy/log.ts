/** The log of the service: pino's logger, or a test's. */
export type Log = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;
