/** Buttons that copy their `data-copy`, and buttons that copy code. */
const COPY_BUTTONS = "button[data-copy], .code button.copy";

/** Makes every copy button copy its own text, or the code of the chosen language beside it. */
export function connectCopyButtons(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(COPY_BUTTONS) : null;
    if (button === null) return;
    const text = button.dataset["copy"] ?? shownCode(button);
    copyText(text).then(
      () => showWord(button, "Copied"),
      () => showWord(button, "Not allowed"),
    );
  });
}

function shownCode(button: HTMLElement): string {
  const box = button.closest(".code");
  const chosen = [...(box?.querySelectorAll("input") ?? [])].findIndex(({ checked }) => checked);
  const panels = box?.querySelectorAll(":scope > div");
  return panels?.[Math.max(chosen, 0)]?.querySelector("pre")?.textContent ?? "";
}

/** Shows all code of a page in the language that was chosen last, on this page or another one. */
export function rememberLanguage(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>(".code input")];
  const show = (language: string | undefined) => {
    for (const input of inputs) if (input.value === language) input.checked = true;
  };
  for (const input of inputs)
    input.addEventListener("change", () => {
      show(keep("language", input.value) ?? input.value);
    });
  show(keep("language", undefined));
}

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
