import { type Break, walkBack } from "../history/rewind.ts";
import type { GameState } from "../history/target.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load.ts";
import { stateOf } from "../reference.ts";
import type { PatchFile } from "../schema/patch.ts";
import { fold } from "../spelling/fold.ts";
import { heroFindings } from "./heroes.ts";

/**
 * The proof that earlier states can be rebuilt: walking back from today, every change of a modelled value meets the
 * next newer one, and every state back to `historyFrom` is whole.
 */
export function checkHistory(data: LoadedData): Issue[] {
  const { game, roles, modes } = data;
  const broken = [...data.unreadable].some((target) => /^(heroes|maps|patches)\//.test(target));
  if (game === undefined || roles === undefined || modes === undefined || broken) return [];

  const files = new Map(data.patches.map(({ file, value }) => [value, file]));
  const now = stateOf({
    heroes: data.heroes.map(({ value }) => value),
    maps: data.maps.map(({ value }) => value),
    roles: roles.value.roles,
    modes: modes.value.modes,
  });
  const issues: Issue[] = [];
  for (const { patch, state, breaks } of walkBack(now, [...files.keys()])) {
    issues.push(...breaks.map((found) => joinIssue(found, files)));
    if (patch.id >= game.value.historyFrom && issues.length === 0) {
      issues.push(...stateIssues(state, files.get(patch) ?? ""));
    }
  }
  return issues;
}

function joinIssue({ patch, index, key, message }: Break, files: ReadonlyMap<PatchFile, string>): Issue {
  return { code: "history-join", file: files.get(patch) ?? "", path: ["changes", index, key], message };
}

/** The rules that hold today held after each patch too: kits, sub-roles, and no name shared by two. */
function stateIssues(state: GameState, file: string): Issue[] {
  const messages = state.heroes.flatMap((hero) =>
    heroFindings(hero, state.roles).map(({ message }) => `heroes/${hero.id}: ${message}`),
  );
  const owners = new Map<string, string>();
  for (const { id, names } of state.heroes) {
    for (const name of [id, ...Object.values(names)]) {
      const owner = owners.get(fold(name));
      if (owner !== undefined && owner !== id) messages.push(`heroes/${id}: "${name}" is a spelling of ${owner} too`);
      owners.set(fold(name), id);
    }
  }
  return messages.map((message) => ({
    code: "history-state",
    file,
    path: [],
    message: `walking the record back to this patch gives a state that cannot be: ${message}`,
  }));
}
