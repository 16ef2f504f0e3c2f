/** The patch cannot be recorded as wished; one line for each reason. */
export class RecordError extends Error {}

/** A patch that is new lacks what an option says. */
export class MissingOptionError extends RecordError {}
