/** Makes every copy button copy its `data-copy`, or the code that is shown below it. */
export function connectCopyButtons(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("button.copy") : null;
    const codes = button?.closest(".code")?.querySelectorAll("pre:first-child") ?? [];
    const shown = [...codes].find((code) => code.checkVisibility());
    const text = button?.dataset["copy"] ?? shown?.textContent;
    if (button === null || text == null) return;
    copy(text).then(
      () => showWord(button, "Copied"),
      () => showWord(button, "Not allowed"),
    );
  });
}

/** Rejects if the browser offers no clipboard, as over plain HTTP. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Shows a word on a button for a moment, then its own label again. */
function showWord(button: HTMLElement, word: string): void {
  button.dataset["label"] ??= button.textContent;
  button.textContent = word;
  setTimeout(() => {
    button.textContent = button.dataset["label"] ?? "";
  }, 1500);
}

/** Shows all code of a page in the language that was chosen last, on this page or another one. */
export function rememberLanguage(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>(".code input")];
  const show = (language: string | undefined) => {
    for (const input of inputs) if (input.value === language) input.checked = true;
  };
  for (const input of inputs)
    input.addEventListener("change", () => {
      keep("localStorage", "language", input.value);
      show(input.value);
    });
  show(keep("localStorage", "language"));
}

/** Stores a choice of the reader, if one is given, and returns the stored one. */
export function keep(
  storage: "localStorage" | "sessionStorage",
  key: string,
  value?: string,
): string | undefined {
  try {
    if (value !== undefined) globalThis[storage].setItem(key, value);
    return globalThis[storage].getItem(key) ?? undefined;
  } catch {
    return undefined; // without storage, the choice holds for this page
  }
}
