// Numbers of shares in sentences, and a number in words as a certificate shows it beside the figure.
import { say } from '#src/words/say.ts';
import { grouped, ONE } from './figures/decimal.ts';
import type { Decimal } from './figures/decimal.ts';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ', , twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const GROUPS = ', thousand million billion trillion quadrillion quintillion sextillion septillion octillion'.split(' ');

/** "1 share", "10,000 shares", "0.5 shares". */
export function countedShares(value: Decimal): string {
  return `${grouped(value)} ${value === ONE ? say`share` : say`shares`}`;
}

/** 1547n -> "one thousand five hundred forty-seven". In: zero or more, below 10^30. */
export function inWords(whole: bigint): string {
  if (whole === 0n) return SMALL[0]!;
  const groups: string[] = [];
  for (let [rest, place] = [whole, 0]; rest > 0n; rest /= 1000n, place += 1) {
    const group = Number(rest % 1000n);
    if (group > 0) groups.unshift(`${hundreds(group)}${place === 0 ? '' : ` ${GROUPS[place]}`}`);
  }
  return groups.join(' ');
}

/** "1 was asked for", "200 were asked for". */
export function askedFor(value: Decimal): string {
  return value === ONE ? say`${grouped(value)} was asked for` : say`${grouped(value)} were asked for`;
}

/** "is" of one, "are" of any other number. */
export function isOrAre(value: Decimal): 'is' | 'are' {
  return value === ONE ? 'is' : 'are';
}

/** "has" of one, "have" of any other number. */
export function hasOrHave(value: Decimal): 'has' | 'have' {
  return value === ONE ? 'has' : 'have';
}

function hundreds(value: number): string {
  const [above, below] = [Math.floor(value / 100), value % 100];
  const parts = [above > 0 ? `${SMALL[above]} hundred` : '', below > 0 ? tens(below) : ''];
  return parts.filter(Boolean).join(' ');
}

function tens(value: number): string {
  if (value < 20) return SMALL[value]!;
  return `${TENS[Math.floor(value / 10)]}${value % 10 > 0 ? `-${SMALL[value % 10]}` : ''}`;
}
