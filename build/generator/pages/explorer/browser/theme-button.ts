import { keep } from "./storage.ts";

/** Switches to the theme that is not shown, and remembers it. */
export function connectThemeButton(): void {
  document.querySelector(".theme")?.addEventListener("click", () => {
    const root = document.documentElement;
    const isDark =
      root.dataset["theme"] === undefined
        ? matchMedia("(prefers-color-scheme: dark)").matches
        : root.dataset["theme"] === "dark";
    root.dataset["theme"] = isDark ? "light" : "dark";
    keep("theme", root.dataset["theme"]);
  });
}
