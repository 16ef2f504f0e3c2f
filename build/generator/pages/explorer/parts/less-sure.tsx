/** The mark of a value that fewer than two independent sources have. */
export function LessSure() {
  return (
    <span class="one-source">
      <span class="vh"> (less sure)</span>
    </span>
  );
}
