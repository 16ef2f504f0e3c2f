import { fold } from "../../../../core/spelling/fold.ts";
import { scriptOf } from "../../../../core/spelling/scripts.ts";
import { count } from "../format.ts";

/** The languages whose names are shown at once, beside the English title of the page. */
const LANGUAGES = { ko: "Korean", zh: "Chinese" };

type SpellingsProps = {
  spellings: readonly string[];
  /** By language, `{ ko: "아나" }`. */
  names: Readonly<Record<string, string>>;
};

/** The names in Korean and Chinese, and in a fold every other spelling that is accepted. */
export function Spellings({ spellings, names }: SpellingsProps) {
  const shown = Object.entries(LANGUAGES).filter(([lang]) => names[lang] !== undefined);
  const known = new Set(["en", ...Object.keys(LANGUAGES)].map((lang) => fold(names[lang] ?? "")));
  const others = spellings.filter((one) => known.size < known.add(fold(one)).size);
  return (
    <>
      <p class="row">
        {shown.map(([lang, label]) => (
          <span key={lang}>
            <span class="soft">{label}</span> <b lang={lang}>{names[lang]}</b>
          </span>
        ))}
      </p>
      <details>
        <summary>{count(others.length, "other accepted spelling")}, in any letter case</summary>
        <ul class="members">
          {others.map((one) => (
            <li key={one} lang={scriptOf(one).lang}>
              {one}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
