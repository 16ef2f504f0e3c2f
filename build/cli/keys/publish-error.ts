/** The store did not take the keys. The message says what it answered. */
export class PublishError extends Error {}
