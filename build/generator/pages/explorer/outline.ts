/** What the search needs of a page made elsewhere: title, first paragraph and headings. */
export type Outline = {
  path: string;
  title: string;
  about: string;
  headings: readonly { id: string; title: string }[];
};
