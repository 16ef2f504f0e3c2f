/** The versions of OpenAPI in which the service is described. */
export const OPENAPI_VERSIONS = ["3.1.0", "3.0.3"] as const;

export type OpenApiVersion = (typeof OPENAPI_VERSIONS)[number];
