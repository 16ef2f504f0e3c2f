// A page that knows every hero without asking, and asks the API for the newest patch; `?api=` is
// where the API is.
import { client, isProblem } from "gamedata-reference/client";
import { nearestHeroes, resolveHero } from "gamedata-reference/heroes";

const name = document.querySelector<HTMLInputElement>("#name");
const answer = document.querySelector("#answer");
const patch = document.querySelector("#patch");
if (name === null || answer === null || patch === null) throw new Error("the page is another one");

name.addEventListener("input", () => {
  const hero = resolveHero(name.value);
  const [near] = nearestHeroes(name.value);
  if (hero !== undefined)
    answer.textContent = `${hero.name}, ${hero.role}, ${hero.health.total} health`;
  else answer.textContent = near === undefined ? "" : `Did you mean ${near.spelling}?`;
});

// The browser's own cache asks again with ETags, so the client need not.
const api = client({
  baseUrl: new URLSearchParams(location.search).get("api") ?? location.origin,
  cachedAnswers: 0,
});
try {
  const { meta } = await api.modes();
  const newest = await api.patch(meta.patch);
  patch.textContent = `${newest.name}, ${newest.date}: ${newest.changes.length} changes`;
} catch (error) {
  patch.textContent = isProblem(error) ? error.problem.detail : "The API cannot be reached.";
}
