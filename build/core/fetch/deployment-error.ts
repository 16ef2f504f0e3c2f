import { ExpectedError } from "../expected-error.ts";
/** The deployment as a whole cannot be used. The message is all that the person needs. */
export class DeploymentError extends ExpectedError {}

/** The deployment does not answer, or answers that it cannot now. */
export class UnreachableError extends DeploymentError {}
