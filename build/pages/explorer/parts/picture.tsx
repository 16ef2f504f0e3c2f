const SIZES = { portrait: { width: 160, height: 160 }, thumbnail: { width: 320, height: 180 } };

/** A picture of the operator's, beside a name that says what it shows. */
export function Picture({ src, size }: { src: string; size: keyof typeof SIZES }) {
  return <img class={size} src={src} alt="" loading="lazy" decoding="async" {...SIZES[size]} />;
}
