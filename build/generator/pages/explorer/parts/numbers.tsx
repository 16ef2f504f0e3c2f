/** A number with the words for one and for several. `kind` is the class for its colour. */
export type LargeNumber = { amount: number; one: string; many: string; kind?: string };

/** A few large numbers with their words. */
export function Numbers({ numbers, id }: { numbers: readonly LargeNumber[]; id?: string }) {
  return (
    <ul class="numbers" id={id}>
      {numbers.map(({ amount, one, many, kind }) => (
        <li key={one} class={kind}>
          <b>{amount.toLocaleString("en")}</b>
          <span class="label">{amount === 1 ? one : many}</span>
        </li>
      ))}
    </ul>
  );
}
