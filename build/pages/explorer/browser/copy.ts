/** Buttons that copy: those that name the text, and those of code. */
const COPIERS = "button[data-copy], .code button.copy";

/** Makes every copy button copy the text that it names, or the code of the chosen language beside it. */
export function connectCopyButtons(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(COPIERS) : null;
    if (button === null) return;
    const text = button.dataset["copy"] ?? shownCode(button);
    const label = button.textContent;
    const tell = (word: string) => {
      button.textContent = word;
      setTimeout(() => {
        button.textContent = label;
      }, 1500);
    };
    navigator.clipboard.writeText(text).then(
      () => tell("Copied"),
      () => tell("Not allowed"),
    );
  });
}

function shownCode(button: HTMLElement): string {
  const box = button.closest(".code");
  const chosen = box?.querySelector<HTMLInputElement>("input:checked")?.value ?? "0";
  return box?.querySelectorAll("pre")[Number(chosen)]?.textContent ?? "";
}

/** Remembers the chosen language from page to page. */
export function rememberLanguage(): void {
  try {
    const chosen = localStorage.getItem("language");
    for (const input of document.querySelectorAll<HTMLInputElement>(".code input")) {
      if (input.value === chosen) input.checked = true;
      input.addEventListener("change", () => localStorage.setItem("language", input.value));
    }
  } catch {
    // A browser that keeps nothing shows the first language.
  }
}
