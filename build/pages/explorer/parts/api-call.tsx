/** The call that gives a page's facts, ready to be pasted, and a link to the answer. */
export function ApiCall({ baseUrl, path, root }: { baseUrl: string; path: string; root: string }) {
  return (
    <section class="api">
      <h2 id="api">The same for programs</h2>
      <pre>
        <code>
          curl {baseUrl}
          {path}
        </code>
      </pre>
      <p>
        <a href={`${root}${path.slice(1)}`} type="application/json">
          See the answer
        </a>
      </p>
    </section>
  );
}
