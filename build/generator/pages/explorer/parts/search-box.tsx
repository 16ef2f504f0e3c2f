/** The search box. `browser/search-box.ts` makes it work. Without scripts the style hides it. */
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
      <p class="vh" id="result-count" role="status" />
    </search>
  );
}
