/** Goes on with a value: at once where it is there, later where it is promised. Nothing that is in memory waits for a turn of the event loop. */
export function whenReady<T, U>(
  value: T | Promise<T>,
  next: (value: T) => U | Promise<U>,
): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
