import { render } from "preact";
import type { HeroDetails } from "../../../../core/schema/details.ts";
import { count } from "../format.ts";
import { connectEarlierKit } from "./earlier-kit.tsx";
import { describeLoadFailure, loadData } from "./load.ts";

/** Every name of the abilities and perks, folded by language. */
function NamesByLanguage({ abilities, perks }: HeroDetails) {
  const parts = [...abilities, ...perks];
  return Object.entries(LANGUAGE_NAMES).flatMap(([language, title]) => {
    const known = parts.filter(({ names }) => names[language] !== undefined);
    return known.length === 0 ? (
      []
    ) : (
      <details key={language}>
        <summary>
          {title}, {known.length} of {count(parts.length, "name")}
        </summary>
        <dl class="spellings">
          {known.map(({ id, name, names }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd lang={language}>{names[language]}</dd>
            </div>
          ))}
        </dl>
      </details>
    );
  });
}

/** Fills the fold of names once it is open. */
function connectNames(fold: HTMLDetailsElement): void {
  const fill = () => {
    const box = fold.appendChild(document.createElement("div"));
    loadData<HeroDetails>(`../details/heroes/${fold.dataset["hero"]}`).then(
      (details) => render(<NamesByLanguage {...details} />, box),
      () => {
        box.textContent = describeLoadFailure("The names");
      },
    );
  };
  if (fold.open) fill();
  else fold.addEventListener("toggle", fill, { once: true });
}

/** The languages that names are on record in, beside English, as a reader calls them. */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  ko: "Korean",
  zh: "Chinese",
  "zh-TW": "Chinese (Taiwan)",
  ja: "Japanese",
  de: "German",
  es: "Spanish",
  "es-MX": "Spanish (Mexico)",
  fr: "French",
  it: "Italian",
  pl: "Polish",
  "pt-BR": "Portuguese (Brazil)",
  ru: "Russian",
  th: "Thai",
  tr: "Turkish",
};

const select = document.querySelector<HTMLSelectElement>("#as-of");
if (select !== null) connectEarlierKit(select);
const fold = document.querySelector<HTMLDetailsElement>("#all-names");
if (fold !== null) connectNames(fold);
