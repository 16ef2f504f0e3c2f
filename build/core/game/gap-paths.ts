const BRACES = /^([^{]*)\{([^}]*)\}(.*)$/;

/** All paths that the path of a gap with `{a,b}` represents. */
export function alternatives(path: string): string[] {
  const [, start = "", list, end = ""] = BRACES.exec(path) ?? [];
  if (list === undefined) return [path];
  return list.split(",").flatMap((one) => alternatives(start + one + end));
}

/** A path with `{a,b}` that no longer represents some of its paths; undefined where none is left. */
export function withoutAlternatives(path: string, gone: readonly string[]): string | undefined {
  const isLeft = (one: string) => alternatives(one).some((each) => !gone.includes(each));
  const [, start = "", list, end = ""] = BRACES.exec(path) ?? [];
  if (list === undefined) return isLeft(path) ? path : undefined;
  const left = list.split(",").filter((one) => isLeft(start + one + end));
  if (left.length === 0) return undefined;
  return start + (left.length === 1 ? left[0] : `{${left.join(",")}}`) + end;
}
