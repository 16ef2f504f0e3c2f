/**
 * Lets one look at the site run at a time. A call during a look waits for it. A forced call then
 * makes a look of its own.
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
