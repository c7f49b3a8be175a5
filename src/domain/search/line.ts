// The line of a long text that a search met, short enough to stand under a title.
import { meets, NOTHING, wordsOf } from './words.ts';

const LONGEST = 120;
/** So much of a long line stands before the word that was met. */
const BEFORE = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** `words`: what is typed, as `wordsOf` writes it. Out: the first line with one of them, cut around it; otherwise the first line. */
export function lineWith(text: string, words: readonly string[]): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  for (const line of lines) {
    const found = [...line.matchAll(WORD)].find(([word]) =>
      wordsOf(word).some((own) => words.some((typed) => meets(typed, own) > NOTHING)),
    );
    if (found) return cut(line, found.index);
  }
  return cut(lines[0] ?? '', 0);
}

function cut(line: string, at: number): string {
  if (line.length <= LONGEST) return line;
  const start = at > BEFORE ? spaceAfter(line, Math.min(at, line.length - LONGEST / 2) - BEFORE) : 0;
  const end = start + LONGEST < line.length ? spaceBefore(line, start + LONGEST) : line.length;
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`;
}

/** A cut within a word would show another word. */
const spaceAfter = (line: string, at: number): number => line.indexOf(' ', at) + 1;
function spaceBefore(line: string, at: number): number {
  const space = line.lastIndexOf(' ', at);
  return space > at - BEFORE ? space : at;
}
