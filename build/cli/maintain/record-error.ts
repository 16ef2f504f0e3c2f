/** The patch cannot be recorded with these options. The message has a line for each reason. */
export class RecordError extends Error {}

/** A new patch needs an option that was not given. */
export class MissingOptionError extends RecordError {}
