/** The least that a manifest of this program has, of whatever version. */
export const SMALLEST_MANIFEST = {
  format: 1,
  game: "overwatch",
  patch: "2026-10-06",
  version: "1",
  baseUrl: "https://gamedata.example.org",
  documents: [],
};
