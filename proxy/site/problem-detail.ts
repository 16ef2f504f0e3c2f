/** The `detail` of a problem document (RFC 9457); empty where there is none to read. */
export function problemDetail(problem: Buffer): string {
  const value = parseJson(problem.toString());
  const detail =
    typeof value === "object" && value !== null && "detail" in value ? value.detail : undefined;
  return typeof detail === "string" ? detail : "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
