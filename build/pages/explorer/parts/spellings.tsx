import { SCRIPT_NAMES, scriptOf } from "../../../spelling/scripts.ts";

/** Every accepted spelling, by language as far as the script tells it. */
export function Spellings({ spellings }: { spellings: readonly string[] }) {
  const groups = new Map<string, { lang: string | undefined; own: string[] }>();
  for (const spelling of new Set(spellings)) {
    const { name, lang } = scriptOf(spelling);
    const group = groups.get(name) ?? { lang, own: [] };
    group.own.push(spelling);
    groups.set(name, group);
  }
  return (
    <dl class="spellings">
      {[...groups]
        .sort(([a], [b]) => SCRIPT_NAMES.indexOf(a) - SCRIPT_NAMES.indexOf(b))
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
