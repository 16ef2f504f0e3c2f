import { fold } from "../../../spelling/fold.ts";
import { nearest } from "../../../spelling/nearest.ts";
import type { Findable } from "./data.ts";

/** A thing that was found. `spelling` is the one that matched, where it is not the name itself. */
export type Found = { path: string; name: string; what: string; spelling: string | undefined };

/** What a query gives: things whose spellings hold it, or, where none does, the nearest ones by typing errors. */
export type Finding = { found: Found[]; isGuess: boolean };

type Candidate = { thing: Findable; spelling: string; folded: string; isName: boolean };

/** A search over all spellings. Whole spellings come first, then their beginnings, then beginnings of words, then any part. */
export function createFind(index: readonly Findable[], most = 8): (query: string) => Finding {
  const candidates = index.flatMap((thing): Candidate[] => {
    const [path, name, , spellings] = thing;
    const id = path.slice(path.indexOf("/") + 1);
    return [name, id, ...spellings].map((spelling) => ({
      thing,
      spelling,
      folded: fold(spelling),
      isName: spelling === name,
    }));
  });
  const names = candidates.filter(({ thing: [path] }) => !path.startsWith("patches/"));

  return (query) => {
    const wanted = fold(query.trim());
    if (wanted === "") return { found: [], isGuess: false };
    const ranked = candidates
      .map((candidate, at) => ({ candidate, at, rank: rankOf(candidate.folded, wanted) }))
      .filter(({ rank }) => rank < NO_MATCH)
      .sort(
        (a, b) => a.rank - b.rank || compareCandidates(a.candidate, b.candidate) || a.at - b.at,
      );
    if (ranked.length > 0)
      return {
        found: things(
          ranked.map(({ candidate }) => candidate),
          most,
        ),
        isGuess: false,
      };

    const near = nearest(wanted, new Set(names.map(({ folded }) => folded)), 3);
    const guesses = near.flatMap((folded) =>
      names.filter((candidate) => candidate.folded === folded),
    );
    return { found: things(guesses, 3), isGuess: true };
  };
}

const NO_MATCH = 4;

function rankOf(folded: string, wanted: string): number {
  const at = folded.indexOf(wanted);
  if (at === -1) return NO_MATCH;
  if (at === 0) return folded.length === wanted.length ? 0 : 1;
  return /[\p{L}\p{N}]/u.test(folded.charAt(at - 1)) ? 3 : 2;
}

/** Names before other spellings, the shorter one first, since more of it was typed. */
function compareCandidates(a: Candidate, b: Candidate): number {
  return Number(b.isName) - Number(a.isName) || a.folded.length - b.folded.length;
}

/** Each thing once, by its best spelling. */
function things(candidates: readonly Candidate[], most: number): Found[] {
  const found = new Map<string, Found>();
  for (const { thing, spelling, isName } of candidates) {
    if (found.size === most) break;
    const [path, name, what] = thing;
    if (!found.has(path))
      found.set(path, { path, name, what, spelling: isName ? undefined : spelling });
  }
  return [...found.values()];
}
