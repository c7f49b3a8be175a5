// A SAFE or a note as TX_CONVERTIBLE_ISSUANCE, with its terms as the format's conversion triggers.
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Convertible } from '../records/records.ts';
import { given } from '#src/domain/ledger/core/fields.ts';
import { money } from './parts.ts';

export const NEXT_FINANCING = 'next-financing';

/** A SAFE unless the file says otherwise: a note has interest or a maturity. */
export function isSafe({ instrument, number, interest, maturity }: Convertible): boolean {
  if (/safe|asa\b|advance subscription/i.test(instrument)) return true;
  if (/note|loan|debt|kiss|darlehen|standard/i.test(instrument)) return false;
  if (/^safe\d*-/i.test(number)) return true;
  return interest === null && maturity === null;
}

export type CapBasis = 'POST_MONEY' | 'PRE_MONEY';

/** What a text says of the cap; null where it says nothing, or both. */
export function basisOf(text: string): CapBasis | null {
  const [isPost, isPre] = [
    /post[- ]*(?:money|or\b|and\b|\/)/i.test(text),
    /pre[- ]*(?:money|or\b|and\b|\/)/i.test(text),
  ];
  return isPost === isPre ? null : isPost ? 'POST_MONEY' : 'PRE_MONEY';
}

export function triggersOf(convertible: Convertible, basis: CapBasis | null, currency: string): OcfObject[] {
  const { cap, discount, interest, maturity, date } = convertible;
  const terms = given({
    conversion_discount: discount === null ? null : formatDecimal(discount),
    conversion_valuation_cap: cap === null ? null : money(cap, currency),
  });
  const conversion_mechanism = isSafe(convertible)
    ? {
        type: 'SAFE_CONVERSION',
        conversion_mfn: false,
        ...terms,
        ...given({ conversion_timing: cap === null ? null : basis }),
      }
    : {
        type: 'CONVERTIBLE_NOTE_CONVERSION',
        interest_rates: interest === null ? [] : [{ rate: formatDecimal(interest), accrual_start_date: date }],
        day_count_convention: 'ACTUAL_365',
        interest_payout: 'DEFERRED',
        interest_accrual_period: 'ANNUAL',
        compounding_type: 'SIMPLE',
        ...terms,
      };
  const conversion_right = {
    type: 'CONVERTIBLE_CONVERSION_RIGHT',
    conversion_mechanism,
    converts_to_future_round: true,
  };
  const condition = 'The company sells preferred stock in an equity financing.';
  const financing = {
    trigger_id: NEXT_FINANCING,
    type: 'AUTOMATIC_ON_CONDITION',
    nickname: 'Next equity financing',
    trigger_condition: condition,
  };
  const onMaturity = {
    trigger_id: 'maturity',
    type: 'AUTOMATIC_ON_DATE',
    nickname: 'Maturity',
    trigger_date: maturity,
  };
  return [{ ...financing, conversion_right }, ...(maturity === null ? [] : [{ ...onMaturity, conversion_right }])];
}
