/** The store did not take the keys; the message says what it answered. */
export class PublishError extends Error {}
