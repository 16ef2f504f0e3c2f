import { fold } from "../../../../core/spelling/fold.ts";
import { SCRIPT_NAMES, scriptOf } from "../../../../core/spelling/scripts.ts";
import { count } from "../format.ts";

/** The languages of the names in the data. */
const LANGUAGES: Readonly<Record<string, string>> = { en: "English", ko: "Korean", zh: "Chinese" };

const [LATIN] = SCRIPT_NAMES;

/** The title of spellings in no known language: ids, former names, short forms. */
const OTHERS = "Also accepted";

const ORDER = ["English", ...SCRIPT_NAMES.filter((name) => name !== LATIN), OTHERS];

/** The languages that are shown at once. */
const OPEN = ["English", "Korean", "Chinese"];

/**
 * Every accepted spelling by language, once in all letter cases. The language comes from `names`,
 * or from the script of the spelling if only one language uses that script.
 */
export function Spellings({
  spellings,
  names,
}: {
  spellings: readonly string[];
  /** By language, `{ ko: "아나" }`. */
  names: Readonly<Record<string, string>>;
}) {
  const groups = new Map<string, { lang: string | undefined; own: Set<string> }>();
  const add = (group: string, lang: string | undefined, spelling: string) => {
    const { own } = groups.get(group) ?? { own: new Set() };
    groups.set(group, { lang, own: own.add(spelling) });
  };
  for (const [lang, name] of Object.entries(names)) add(LANGUAGES[lang] ?? lang, lang, name);
  const known = new Set(Object.values(names).map(fold));
  for (const spelling of spellings) {
    if (known.has(fold(spelling))) continue;
    known.add(fold(spelling));
    const { name, lang } = scriptOf(spelling);
    add(name === LATIN ? OTHERS : name, lang, spelling);
  }
  const sorted = [...groups].sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const isOpen = ([name]: (typeof sorted)[number]) => OPEN.includes(name);
  const others = sorted.filter((group) => !isOpen(group));
  return (
    <>
      <List groups={sorted.filter(isOpen)} />
      {others.length === 0 ? null : (
        <details>
          <summary>
            {count(others.flatMap(([, { own }]) => [...own]).length, "other accepted spelling")}
          </summary>
          <List groups={others} />
        </details>
      )}
    </>
  );
}

type Group = readonly [name: string, { lang: string | undefined; own: ReadonlySet<string> }];

function List({ groups }: { groups: readonly Group[] }) {
  return (
    <dl class="spellings">
      {groups.map(([name, { lang, own }]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd lang={lang}>
            <ul>
              {[...own].map((spelling) => (
                <li key={spelling}>{spelling}</li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
