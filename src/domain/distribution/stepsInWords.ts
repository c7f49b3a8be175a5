// The order of a distribution as sentences: "1. Arrears of Series A: $7,400.00".
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { writtenMoney } from '../figures/money.ts';
import { parseDecimal } from '../figures/decimal.ts';
import type { DistributionStep } from './preferences.ts';

const KINDS = {
  arrears: say`Arrears of`,
  preference: say`Current dividend of`,
  rest: say`The rest to`,
} as const satisfies Record<DistributionStep['kind'], string>;

/** One sentence for each step, numbered. */
export function stepsInWords(steps: readonly DistributionStep[], currency: string): string[] {
  return steps.map(({ kind, classes, due, paid, given }, index) => {
    const names = classes.map(({ name }) => name).join(', ');
    const isShort = due !== null && (parseDecimal(paid) ?? 0n) < (parseDecimal(due) ?? 0n);
    const amount = isShort
      ? say`${writtenMoney(paid, currency)} of ${writtenMoney(due, currency)}`
      : writtenMoney(paid, currency);
    const before = given ? say`, after ${writtenMoney(given, currency)} that earlier dividends gave` : '';
    return `${index + 1}. ${said(KINDS[kind])} ${names}: ${amount}${before}`;
  });
}
