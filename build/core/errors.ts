/** Something that can happen without a bug. The message is all that the person needs. */
export class ExpectedError extends Error {}

/** No site can be read. The message says why. */
export class ManifestError extends ExpectedError {}

/** The message of an error. Node puts the failures of several addresses into one error. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === "")
    return error.errors.map(describeError).join("; ");
  if (!(error instanceof Error)) return "unknown error";
  const code = "code" in error ? String(error.code) : error.name;
  return error.message || code;
}
