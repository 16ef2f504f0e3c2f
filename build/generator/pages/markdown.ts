/**
 * Text as it may stand in a line of Markdown (CommonMark 0.31, with GitHub's tables and links): no
 * mark, no markup and no link comes of it. Line breaks become spaces.
 */
export function markdownText(text: string): string {
  return text
    .replace(/\s*[\r\n]\s*/g, " ")
    .replace(/[\\`*_[\]<>&|~#@]/g, "\\$&")
    .replace(/:\/\//g, "\\://")
    .replace(/www\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replace(/^([-+=])/, "\\$1")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2");
}

/** Text as it may stand in markup and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
