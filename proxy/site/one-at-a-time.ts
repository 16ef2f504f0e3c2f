/**
 * Lets a look at the site run once at a time: who asks during one gets its result, unless a look of
 * its own is forced.
 */
export function oneAtATime(
  lookOnce: (isForced: boolean) => Promise<void>,
): (isForced?: boolean) => Promise<void> {
  let underWay: Promise<void> | undefined;
  return async (isForced = false) => {
    while (underWay !== undefined) {
      await underWay;
      if (!isForced) return;
    }
    underWay = lookOnce(isForced).finally(() => {
      underWay = undefined;
    });
    await underWay;
  };
}
