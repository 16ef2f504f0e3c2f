/** Something that can happen without a bug. The message is all that the person needs. */
export class ExpectedError extends Error {}
