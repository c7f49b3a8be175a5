// The families that know the letters which Inter lacks, and the file of each letter: a family is divided into files, so that a
// paper opens only those that it needs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Scripts of which several letters are drawn together, and not in their order. */
const CLUSTERED = ['devanagari', 'thai', 'bengali', 'tamil', 'telugu', 'gujarati', 'gurmukhi', 'kannada', 'malayalam'];
/** In the order in which they are asked, before those of Chinese, Japanese and Korean. */
const SCRIPTS = ['arabic', 'hebrew', 'armenian', 'georgian', ...CLUSTERED];
export type HanFamily = 'sc' | 'tc' | 'jp' | 'kr';

export const familiesFor = (han: readonly HanFamily[]): string[] =>
  ['emoji', ...[...SCRIPTS, ...han].map((name) => `sans-${name}`)].map((name) => `noto-${name}`);

/** A part of a family, in one file. */
export interface FontFile {
  path: string;
  family: string;
  /** All its characters. */
  characters: string;
  hasClusters: boolean;
}

interface Range {
  from: number;
  to: number;
  file: FontFile;
}
const known = new Map<string, Range[]>();

/** The file of a family that has this character by its list; undefined if none has. */
export function fileOf(family: string, codePoint: number): FontFile | undefined {
  return rangesOf(family).find(({ from, to }) => from <= codePoint && codePoint <= to)?.file;
}

function rangesOf(family: string): Range[] {
  const found = known.get(family);
  if (found) return found;
  const name = `@fontsource-variable/${family}`;
  const lists = JSON.parse(readFileSync(resolve(`${name}/unicode.json`), 'utf8')) as Record<string, string>;
  const ranges = Object.entries(lists).flatMap(([part, list]) => {
    const spans = list.split(',').map((span) => {
      const [from = 0, to = from] = span
        .slice('U+'.length)
        .split('-')
        .map((code) => parseInt(code, 16));
      return { from, to };
    });
    const file: FontFile = {
      // A number in brackets is one of many parts of a large family.
      path: resolve(`${name}/files/${family}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`),
      family,
      hasClusters: CLUSTERED.some((script) => family === `noto-sans-${script}`),
      characters: spans.map(({ from, to }) => charactersOf(from, to)).join(''),
    };
    return spans.map((span) => ({ ...span, file }));
  });
  known.set(family, ranges);
  return ranges;
}

const charactersOf = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
