// At which ratio the shares of a class convert, as people write it: "1:1.5", "1.5x", "1 to 1.5", "1.5".
import { ONE, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Cell } from '../grid.ts';
import { cleaned } from '../values/cells.ts';
import { readNumber } from '../values/numbers.ts';
import { classNameOf } from './headings.ts';

export interface Ratio {
  /** So many shares of the class … */
  denominator: Decimal;
  /** … become so many shares of common stock. */
  numerator: Decimal;
  /** "2:1" is written for two of the class for one, and for one of the class for two: the file has to say more. */
  isOpen: boolean;
}

const PART = String.raw`\d{1,9}(?:[.,]\d{1,10})?`;
const TWO = new RegExp(String.raw`^(${PART})\s*(?::|/|-?\s*(?:to|for|zu|auf|à|a|por|per|til)\s*-?)\s*(${PART})$`, 'i');
const TIMES = new RegExp(String.raw`^(?:x\s*(${PART})|(${PART})\s*[x×])$`, 'i');
const ONE_NUMBER = new RegExp(String.raw`^${PART}$`);

/** Null for a text that is no ratio, or that has a zero in it. */
export function ratioOf(text: string): Ratio | null {
  const plain = cleaned(text.slice(0, 100)).replace(/[()]/g, '').trim();
  const two = TWO.exec(plain);
  if (two) {
    const [first, second] = [numberOf(two[1]!), numberOf(two[2]!)];
    if (first === null || second === null || first === ZERO || second === ZERO) return null;
    return { denominator: first, numerator: second, isOpen: first !== ONE && first !== second };
  }
  const times = TIMES.exec(plain);
  const number = numberOf(times ? (times[1] ?? times[2]!) : ONE_NUMBER.test(plain) ? plain : '');
  return number === null || number === ZERO ? null : { denominator: ONE, numerator: number, isOpen: false };
}

function numberOf(text: string): Decimal | null {
  if (text === '') return null;
  const cell: Cell = { column: 1, kind: 'text', text, format: 'general', places: null, formula: null };
  const read = readNumber(cell, text.includes(',') ? ',' : '.');
  return typeof read === 'string' ? null : read.value;
}

const OF_HEADING =
  /^(.*?)\s*[-–—(]?\s*((?:\d[\d.,]*\s*[:/]\s*\d[\d.,]*)|(?:\d[\d.,]*\s*[x×]))?\s*\)?\s*(?:conversion ratio|as[- ]converted)\b.*$/i;

/** "Series A Preferred (PS) 1:1.5 Conversion Ratio": the class, and the ratio where the heading has it. Null for any other heading. */
export function ratioInHeading(heading: string): { share_class: string; ratio: Ratio | null } | null {
  const match = OF_HEADING.exec(cleaned(heading.slice(0, 300)));
  const name = match ? classNameOf(match[1]!.trim()).name : '';
  if (!match || name === '') return null;
  return { share_class: match[1]!.trim(), ratio: match[2] === undefined ? null : ratioOf(match[2].replace(/\s/g, '')) };
}

const IN_NAME = /^.*\S[\s(,–—-]+((\d[\d.,]*\s*:\s*\d[\d.,]*)|(?:\d[\d.,]*\s*[x×])|(?:[x×]\s*\d[\d.,]*))\s*\)?$/i;

/**
 * "Series A 1:1.5", "Series A (1.5x)": the ratio at the end of a class's name. A multiple may as well be of its liquidation preference:
 * then it is unsure. Null for a name without one.
 */
export function ratioInName(name: string): { ratio: Ratio; isUnsure: boolean } | null {
  const match = IN_NAME.exec(cleaned(name.slice(0, 200)));
  const ratio = match ? ratioOf(match[1]!.replace(/\s/g, '')) : null;
  return ratio && { ratio, isUnsure: match![2] === undefined };
}
