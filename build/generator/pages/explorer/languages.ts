/** The languages that names are on record in, beside English, as a reader calls them. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
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
