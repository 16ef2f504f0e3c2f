/** The search over all spellings; `browser/search.ts` brings it to life, and the style hides it where scripts do not run. */
export function SearchBox() {
  return (
    <search class="find">
      <input
        type="text"
        id="find"
        role="combobox"
        aria-label="Find a hero, map or patch by any name"
        aria-expanded="false"
        aria-controls="found"
        aria-autocomplete="list"
        placeholder="Find by any name"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
      />
      <span class="key" aria-hidden="true">
        /
      </span>
      <div id="found" role="listbox" aria-label="Found" hidden />
      <p class="vh" id="told" role="status" />
    </search>
  );
}
