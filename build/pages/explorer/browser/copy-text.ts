type Labelled = { textContent: string | null };

/** The own labels of buttons that show what became of a click. */
const labels = new WeakMap<Labelled, string | null>();

/** Shows a word on a button for a moment, then its own label again. */
export function showWord(button: Labelled, word: string): void {
  const label = labels.get(button) ?? button.textContent;
  labels.set(button, label);
  button.textContent = word;
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}

/** Puts a text on the clipboard; rejects where the browser offers none, as over plain HTTP. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
