/** How a script is called, and the language its spellings are marked with; the first that matches decides. */
const SCRIPTS: { name: string; pattern: RegExp; lang?: string }[] = [
  { name: "Korean", pattern: /\p{Script=Hangul}/u, lang: "ko" },
  { name: "Japanese", pattern: /[\p{Script=Katakana}\p{Script=Hiragana}]/u, lang: "ja" },
  { name: "Chinese", pattern: /\p{Script=Han}/u, lang: "zh" },
  { name: "Russian", pattern: /\p{Script=Cyrillic}/u, lang: "ru" },
  { name: "Thai", pattern: /\p{Script=Thai}/u, lang: "th" },
  { name: "Arabic", pattern: /\p{Script=Arabic}/u, lang: "ar" },
];

const LATIN = { name: "English and others" };

/** Every accepted spelling, by language as far as the script tells it. */
export function Spellings({ spellings }: { spellings: readonly string[] }) {
  const groups = new Map<string, { lang: string | undefined; own: string[] }>();
  for (const spelling of new Set(spellings)) {
    const { name, lang } = scriptOf(spelling);
    const group = groups.get(name) ?? { lang, own: [] };
    group.own.push(spelling);
    groups.set(name, group);
  }
  const order = [LATIN, ...SCRIPTS].map(({ name }) => name);
  return (
    <dl class="spellings">
      {[...groups]
        .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
        .map(([name, { lang, own }]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd lang={lang}>
              <ul>
                {own.map((spelling) => (
                  <li key={spelling}>{spelling}</li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function scriptOf(spelling: string): { name: string; lang?: string } {
  return SCRIPTS.find(({ pattern }) => pattern.test(spelling)) ?? LATIN;
}
