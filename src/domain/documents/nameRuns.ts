// The words and numbers of a file's name: "Stock Certificate CS-012 - Ana Ruiz.pdf" has stock, certificate, cs, 12, ana, ruiz.

export interface Run {
  /** In lower case without accents; a number without leading zeros. */
  text: string;
  /** As it is written, without accents. */
  written: string;
  isNumber: boolean;
  /** What stands between the run before and this one: "" where they touch. */
  gap: string;
}

/** Letters and digits, each for themselves. The ending of the file is not part of them. */
export function runsOf(name: string): Run[] {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    // "J.P." and "L.P." are one word each, and "O'Neil" too.
    .replace(/\b(\p{L})\.\s?(?=\p{L}\b\.?)/gu, '$1')
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '');
  const runs: Run[] = [];
  let end = 0;
  for (const { 0: written, index } of plain.matchAll(/\p{L}+|\p{N}+/gu)) {
    const isNumber = /\p{N}/u.test(written);
    const text = isNumber ? written.replace(/^0+(?=.)/, '') : written.toLowerCase();
    runs.push({ text, written, isNumber, gap: plain.slice(end, index) });
    end = index + written.length;
  }
  return runs;
}

const ENDING =
  /\.(?:pdf|docx?|dotx?|odt|rtf|txt|md|pages|xlsx?|xlsm|ods|csv|tsv|numbers|pptx?|odp|key|png|jpe?g|gif|tiff?|heic|webp|eml|msg|html?|xml|json|zip|p7m|asc|sig)$/i;

/** Only an ending that files have: "John Smith.Jr" is no Smith.jr file. */
export const withoutEnding = (fileName: string): string => fileName.replace(ENDING, '');

export const keyOf = (runs: readonly Pick<Run, 'text'>[]): string => runs.map(({ text }) => text).join(' ');

export interface Span {
  from: number;
  /** The first run after it. */
  to: number;
}

export const overlaps = (one: Span, other: Span): boolean => one.from < other.to && other.from < one.to;

/** Without those that lie within a longer one: "Ruiz Family Trust" goes before "Ruiz". */
export function longest<T extends Span>(spans: readonly T[]): T[] {
  return spans.filter(
    (each) =>
      !spans.some(
        (other) => other.from <= each.from && each.to <= other.to && other.to - other.from > each.to - each.from,
      ),
  );
}

/** All stretches of runs, up to so many runs long. */
export function* stretches(runs: readonly Run[], longestLength: number): Generator<Span & { key: string }> {
  for (let from = 0; from < runs.length; from += 1)
    for (let to = from + 1; to <= Math.min(runs.length, from + longestLength); to += 1)
      yield { from, to, key: keyOf(runs.slice(from, to)) };
}
