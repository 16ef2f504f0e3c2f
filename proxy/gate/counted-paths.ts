import type { RequestTarget } from "../site/request-target.ts";

/** The path below which requests are counted. */
export const COUNTED = "/v1";

/** The path of the OpenAPI description, which is not counted. */
export const DESCRIPTION = "/v1/openapi.json";

/** Whether requests for a target are counted: all under `/v1` except the description. */
export function isCounted({ isApi, key }: RequestTarget): boolean {
  return isApi && key !== DESCRIPTION;
}

/** The path by which the router finds the route of a target, whatever the target's own path is. */
export function routePathOf(target: RequestTarget): string {
  return isCounted(target) ? COUNTED : "/";
}
