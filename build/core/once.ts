/** A function that makes its value when it is first called. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A function that makes its value of each object when it is first called with it. */
export function onceFor<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, { value: T }>();
  return (key) => {
    const own = made.get(key) ?? { value: make(key) };
    made.set(key, own);
    return own.value;
  };
}
