import { newestFirst } from "../../../core/game/day.ts";
import type { GameState } from "../../../core/schema/collections.ts";
import { changesBetween, elementsOnlyIn } from "../../history/changes-between.ts";
import { type Break, replay, stepsOf, type WalkedPatch, walkBack } from "../../history/rewind.ts";
import { stateOf } from "../../history/timeline.ts";
import { numbersOf } from "../hero-numbers.ts";
import type { Issue } from "../issue.ts";
import { type LoadedData, listsOf } from "../load-data.ts";
import { heroFindings } from "./heroes.ts";
import { createSpellingsCheck } from "./spellings.ts";

/**
 * Proves that earlier states can be rebuilt. Walking back from today, every change of a modelled
 * value joins the next newer one. Every state back to `historyFrom` keeps the rules of today.
 * Replaying the record from there leads to today again.
 */
export function checkHistory(data: LoadedData): Issue[] {
  const { game } = data;
  if (game === undefined) return [];

  const { historyFrom } = game.value;
  const patches = data.patches.map(({ value }) => value);
  const files = new Map(data.patches.map(({ file, value }) => [value.id, file]));
  const now = stateOf(listsOf(data));
  const issues: Issue[] = [];
  const spellingsOf = createSpellingsCheck(data);
  spellingsOf(now); // `checkSpellings` reports what is wrong today
  let oldest = now;
  for (const { patch, state, breaks } of walkBack(now, patches)) {
    issues.push(...breaks.map((found) => joinIssue(found, files)));
    if (patch.id < historyFrom || issues.length > 0) continue;
    const messages = [
      ...heroMessages(state, oldest),
      ...spellingsOf(state).map(({ file, message }) => `${file}: ${message}`),
    ];
    issues.push(...messages.map((message) => stateIssue(message, files.get(patch.id) ?? "")));
    oldest = state;
  }
  if (issues.length === 0) issues.push(...checkOldest(data, oldest));
  if (issues.length > 0) return issues;
  const replayed = newestFirst(patches)
    .filter(({ id }) => id > historyFrom)
    .reduceRight(
      (state, patch) =>
        replay(
          state,
          stepsOf(patch).map(({ change }) => change),
        ),
      oldest,
    );
  return changesBetween(replayed, now).map(({ target }) => returnIssue(target, patches, files));
}

function joinIssue(
  { patchId, path, key, message, about }: Break,
  files: ReadonlyMap<string, string>,
): Issue {
  return {
    code: "history-join",
    file: files.get(patchId) ?? "",
    path: [...path, key],
    message,
    ...(about !== undefined && { about }),
  };
}

/** Walking back can lose the order of a list, which only the newer kit has. */
function returnIssue(
  target: string,
  patches: readonly WalkedPatch[],
  files: ReadonlyMap<string, string>,
): Issue {
  const patch = patches.find(({ changes }) =>
    changes.some((change) => change.target.startsWith(target)),
  );
  const message =
    `${target} cannot be rebuilt in its order from the changes of its parts; record it as a ` +
    'whole, with "from" and "to"';
  return { code: "history-replay", file: files.get(patch?.id ?? "") ?? "", path: [], message };
}

/**
 * What breaks a rule for heroes in an older state. Heroes who are the same in the newer state were
 * checked there.
 */
function heroMessages({ heroes, roles }: GameState, newer: GameState): string[] {
  const areSameRoles = elementsOnlyIn(roles, newer.roles).length === 0;
  const changed = areSameRoles ? elementsOnlyIn(heroes, newer.heroes) : heroes;
  return changed.flatMap((hero) =>
    heroFindings(hero, roles).map(({ message }) => `heroes/${hero.id}: ${message}`),
  );
}

function stateIssue(message: string, file: string): Issue {
  const text = `walking the record back to this patch gives an impossible state: ${message}`;
  return { code: "history-state", file, path: [], message: text };
}

/**
 * The record leads back to the numbers of `oldest.json`. So every edit of a number that is not
 * recorded is found, even where no patch has changed the number before.
 */
export function checkOldest(data: LoadedData, walkedBack: GameState): Issue[] {
  if (data.oldest === undefined || data.game === undefined) return [];
  const { file, value } = data.oldest;
  const { historyFrom } = data.game.value;
  if (value.patch !== historyFrom) {
    const message =
      `the state of patch ${value.patch}, but historyFrom is ${historyFrom}; make both name the ` +
      "same patch";
    return [{ code: "oldest-patch", file, path: ["patch"], message }];
  }
  const numbers = walkedBack.heroes.flatMap(numbersOf);
  const found = Object.fromEntries(numbers.map(({ target, value }) => [target, value]));
  return changesBetween(found, value.values).map(({ target, from, to }) => {
    const message =
      `${target}: walking the record back to patch ${historyFrom} leads to ` +
      `${from ?? "nothing"}, but this file has ${to ?? "nothing"}; a patch that changed it is not ` +
      "recorded, or one of the two is wrong";
    return { code: "oldest-state", file, path: ["values", target], message, about: target };
  });
}
