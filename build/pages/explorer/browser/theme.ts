/** Sets the reader's own theme before anything is painted; `theme-button.ts` remembers it. */
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
} catch {
  // A browser that keeps nothing shows the theme of the system.
}
document.documentElement.classList.add("scripted");
// The results of a search get their place before anything is painted.
if (/[?&]q=./.test(location.search)) document.documentElement.classList.add("asked");
