// The published types lag behind the package and lack `preferred`.
declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: { "accept-encoding"?: string; accept?: string } });
    /** The best of `available`; `preferred` decides between equal quality values. */
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
    /** The best of `available`, the first of equals. */
    mediaType(available: string[]): string | undefined;
  }
}
