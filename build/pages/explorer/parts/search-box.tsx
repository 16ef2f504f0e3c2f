/**
 * The search over everything; `browser/search-box.ts` brings it to life, and the style hides it
 * where scripts do not run.
 */
export function SearchBox() {
  return (
    <search class="find">
      <input
        type="text"
        id="find"
        role="combobox"
        aria-label="Search heroes, maps, patches, abilities, guides and more"
        aria-expanded="false"
        aria-controls="found"
        aria-autocomplete="list"
        placeholder="Search"
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
