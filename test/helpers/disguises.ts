/** Ways in which clients, keyboards and tools write a name that people read as the same one. */
export const DISGUISES: Readonly<Record<string, (name: string) => string>> = {
  "as it is": (name) => name,
  "with no-break spaces": (name) => name.replaceAll(" ", "\u00a0"),
  "with narrow no-break spaces": (name) => name.replaceAll(" ", "\u202f"),
  "with ideographic spaces": (name) => name.replaceAll(" ", "\u3000"),
  "with double spaces": (name) => name.replaceAll(" ", "  "),
  "with full-width letters": (name) =>
    name.replace(/[!-.0-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  "with zero-width spaces": (name) => [...name].join("\u200b"),
  "in normal form D": (name) => name.normalize("NFD"),
};

/** A name in every disguise. */
export function disguisesOf(name: string): string[] {
  return Object.values(DISGUISES).map((disguise) => disguise(name));
}
