/** Samples by name and labels, of the text format 0.0.4. */
export async function samplesOf(text: Promise<string>): Promise<Map<string, number>> {
  const lines = (await text).split("\n").filter((line) => line.startsWith("gamedata_"));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(" ")),
      Number(line.slice(line.lastIndexOf(" ") + 1)),
    ]),
  );
}
