/** `kings-row` as `Kings Row`. It represents a name that is not known. */
export function titleOfId(id: string): string {
  return id.replace(
    /(^|-)(.)/g,
    (_, hyphen: string, char: string) => (hyphen ? " " : "") + char.toUpperCase(),
  );
}
