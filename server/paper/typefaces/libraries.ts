// Two libraries in the older form of modules: one has no types, and those of the other do not fit an import by Node.
import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';

const load = createRequire(import.meta.url);

/** The characters of `text` alone of a typeface, with the axes of a variable one set. */
export type SubsetFont = (
  typeface: Uint8Array,
  text: string,
  options: { targetFormat: 'sfnt'; variationAxes: Record<string, number> },
) => Promise<Buffer>;
export const subsetFont = load('subset-font') as SubsetFont;

/** The Unicode bidirectional algorithm. */
export const bidi = (load('bidi-js') as () => Bidi)();
