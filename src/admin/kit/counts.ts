// Numbers of shares and other units, with their words.
import { say } from '#src/words/say.ts';
import { formatShares } from './format.ts';

/** "1 share", "10,000 shares", "0.5 shares". */
export const countShares = (value: string | number): string => countOf(value, say`shares`, say`share`);

/** The same for another unit: "1 vote". `one`: where it is not the other without its last letter. */
export function countOf(value: string | number, many: string, one = many.replace(/s$/, '')): string {
  const figure = formatShares(value);
  return `${figure} ${figure === '1' ? one : many}`;
}
