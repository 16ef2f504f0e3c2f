/*
 * A script of `gamedata dev` alone: it reloads the page when the site has changed, and shows above
 * it what is not recorded or wrong.
 */

/** What the server says of the site. */
type State = { stamp: number; rows: string; fault: string };

/** Set by the script, since the policy of pages allows no style but that of the site. */
const STYLE = `
  position: sticky;
  top: 0;
  z-index: 10;
  max-height: 50vh;
  overflow: auto;
  margin: 0;
  padding: 0.5rem 2rem;
  border-bottom: 2px solid #f0b429;
  background: var(--card, white);
  font: 0.875rem / 1.5 var(--mono, monospace);
  white-space: pre-wrap;
`;

const { src } = document.currentScript as HTMLScriptElement;
const bar = document.createElement("pre");
bar.style.cssText = STYLE;
bar.setAttribute("role", "status");

new EventSource("/dev/events").addEventListener("message", ({ data }) => {
  const { stamp, rows, fault }: State = JSON.parse(data);
  if (!src.endsWith(`?${stamp}`)) location.reload();
  const notes = [rows && `Not recorded:\n${rows}`, fault && `Problems:\n${fault}`];
  bar.textContent = notes.filter(Boolean).join("\n\n");
  if (bar.textContent === "") bar.remove();
  else document.body.prepend(bar);
});
