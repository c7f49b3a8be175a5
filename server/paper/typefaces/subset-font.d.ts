declare module 'subset-font' {
  /** The characters of `text` alone, with the axes of a variable typeface set. */
  export default function subsetFont(
    typeface: Uint8Array,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}
