/** Stores a choice of the reader and returns it; undefined only reads it. */
export function keep(
  key: string,
  value: string | undefined,
  storageOf: () => Storage = () => localStorage,
): string | undefined {
  try {
    if (value === "") storageOf().removeItem(key);
    else if (value !== undefined) storageOf().setItem(key, value);
    return storageOf().getItem(key) ?? undefined;
  } catch {
    return undefined; // without storage, the choice holds for this page
  }
}
