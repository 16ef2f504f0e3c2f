/** Sets the theme that the reader chose, before the first paint. `site.ts` stored it. */
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
} catch {
  // Without storage, the page has the theme of the system.
}
document.documentElement.classList.add("scripted");
