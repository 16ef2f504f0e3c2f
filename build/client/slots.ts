/** What match logs call the first three abilities of a kit, in its order. */
export const SLOTS = ["Ability 1", "Ability 2", "Ultimate"] as const;
