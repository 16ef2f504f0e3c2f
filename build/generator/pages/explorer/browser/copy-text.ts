type Button = { textContent: string | null };

/** The own labels of buttons that show another word. */
const labels = new WeakMap<Button, string | null>();

/** Shows a word on a button for a moment, then its own label again. */
export function showWord(button: Button, word: string): void {
  const label = labels.get(button) ?? button.textContent;
  labels.set(button, label);
  button.textContent = word;
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}

/** Puts a text on the clipboard. Rejects if the browser offers none, as over plain HTTP. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
