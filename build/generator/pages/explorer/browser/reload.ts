/*
 * A script of `gamedata dev` alone: it reloads the page when the site has changed, and shows above
 * it what is not recorded or wrong.
 */

/** What the server says of the site. */
type State = { stamp: number; rows: string; fault: string };

const script = document.currentScript as HTMLScriptElement;
const ownStamp = Number(new URL(script.src).search.slice(1));

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("reload.css", script.src).href;
document.head.append(style);

const bar = document.createElement("div");
bar.className = "dev-bar";
bar.setAttribute("role", "status");

new EventSource("/dev/events").addEventListener("message", ({ data }) => {
  const { stamp, rows, fault }: State = JSON.parse(data);
  if (stamp !== ownStamp) location.reload();
  bar.replaceChildren(
    ...block("Not recorded", rows, ""),
    ...block("Fault: the page is the last good one", fault, "fault"),
  );
  if (rows + fault === "") bar.remove();
  else document.body.prepend(bar);
});

function block(title: string, text: string, kind: string): HTMLElement[] {
  if (text === "") return [];
  const heading = document.createElement("b");
  heading.textContent = title;
  const lines = document.createElement("pre");
  lines.textContent = text;
  lines.className = kind;
  return [heading, lines];
}
