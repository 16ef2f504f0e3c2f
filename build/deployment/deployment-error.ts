/** The deployment as a whole cannot be worked with; the message is what the person needs. */
export class DeploymentError extends Error {}
