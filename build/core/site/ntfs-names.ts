/** Characters that NTFS refuses in a name, or reads as something else, such as a stream (`:`). */
const CHARACTERS = /[<>:"|?*\\\p{Cc}]/u;

/** Names of devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)/i;

/**
 * The names of files that NTFS refuses or alters, and then those that it takes for the name of
 * another of the files.
 */
export function namesThatNtfsRefuses(names: readonly string[]): string[] {
  const seen = new Set<string>();
  const doubles = names.filter((name) => {
    const isDouble = seen.has(name.toUpperCase());
    seen.add(name.toUpperCase());
    return isDouble && !isRefused(name);
  });
  return [...names.filter(isRefused), ...doubles];
}

function isRefused(name: string): boolean {
  return name
    .split("/")
    .some((part) => CHARACTERS.test(part) || DEVICE.test(part) || /[. ]$/.test(part));
}
