/** The deployment as a whole cannot be worked with; the message is what the person needs. */
export class DeploymentError extends Error {}

/** The deployment does not answer, or only that it cannot answer now. */
export class UnreachableError extends DeploymentError {}
