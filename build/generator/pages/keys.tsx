/** Where a deployment issues keys, if anywhere, and what it serves without one. */
export type KeyTerms = { keySettings?: string | undefined; withoutKey?: string | undefined };

/** How a reader gets a key. The guides contain the words of the defaults. */
export function HowToGetAKey({ keySettings, withoutKey = "60 requests a minute" }: KeyTerms) {
  return (
    <>
      {withoutKey} work without a key.{" "}
      {keySettings === undefined ? (
        "Only the operator of this site can issue one for more."
      ) : (
        <a href={keySettings}>Get a key</a>
      )}
    </>
  );
}
