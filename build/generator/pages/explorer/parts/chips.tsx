import type { ComponentChildren } from "preact";

/** A row of filters. They are part of the address, and need scripts. */
export function Chips({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <nav class="chips needs-scripts" aria-label={label}>
      {children}
    </nav>
  );
}

/** One value of a filter. An empty value removes all filters. */
export function Chip({
  name,
  value,
  count,
  children,
}: {
  name: string;
  value: string;
  count?: number;
  children: ComponentChildren;
}) {
  return (
    <a
      class="chip"
      href={value === "" ? "?" : `?${name}=${value}`}
      data-filter={name}
      data-value={value}
      aria-current={value === "" ? "true" : undefined}
    >
      {children} {count === undefined ? null : <small>{count}</small>}
    </a>
  );
}

/** A filter of many values. */
export function ChoiceChip({
  name,
  label,
  choices,
}: {
  name: string;
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <select class="chip" data-filter={name} aria-label={label}>
      <option value="">{label}</option>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
