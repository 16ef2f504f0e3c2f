/** The patch cannot be recorded as wished; one line for each reason. */
export class RecordError extends Error {}
