// The terms of a SAFE or a note as the format's conversion triggers: when it converts, and by which mechanism.
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { given } from '#src/domain/ledger/core/fields.ts';
import type { CONVERTIBLE_KINDS } from '#src/domain/keywords.ts';
import type { ConvertibleTerms } from '#src/resources/issuances/convertibleTerms.ts';

export interface Issued {
  kind: (typeof CONVERTIBLE_KINDS)[number];
  date: string;
  currency: string;
}

/** Valid in OCF 1.2.0: automatic in the next financing, and on the maturity date if there is one. */
export function conversionTriggers(terms: ConvertibleTerms, issued: Issued): OcfObject[] {
  const conversion_right = {
    type: 'CONVERTIBLE_CONVERSION_RIGHT',
    conversion_mechanism: issued.kind === 'SAFE' ? safeMechanism(terms, issued) : noteMechanism(terms, issued),
    converts_to_future_round: true,
  };
  return [
    {
      trigger_id: 'next-financing',
      type: 'AUTOMATIC_ON_CONDITION',
      nickname: 'Next equity financing',
      trigger_condition: 'The company sells preferred stock in an equity financing.',
      conversion_right,
    },
    ...(terms.maturity_date
      ? [
          {
            trigger_id: 'maturity',
            type: 'AUTOMATIC_ON_DATE',
            nickname: 'Maturity',
            trigger_description: 'On the maturity date, unless it was repaid or converted before.',
            trigger_date: terms.maturity_date,
            conversion_right,
          },
        ]
      : []),
  ];
}

function safeMechanism(terms: ConvertibleTerms, { currency }: Issued): OcfObject {
  return {
    type: 'SAFE_CONVERSION',
    conversion_mfn: terms.mfn ?? false,
    ...given({ conversion_discount: terms.discount }),
    ...capOf(terms, currency),
    ...given({ conversion_timing: terms.post_money_cap ? 'POST_MONEY' : terms.pre_money_cap ? 'PRE_MONEY' : null }),
  };
}

function noteMechanism(terms: ConvertibleTerms, { currency, date }: Issued): OcfObject {
  const { interest } = terms;
  return {
    type: 'CONVERTIBLE_NOTE_CONVERSION',
    interest_rates: interest ? [{ rate: interest.rate, accrual_start_date: date }] : [],
    day_count_convention: interest?.day_count ?? 'ACTUAL_365',
    interest_payout: interest?.payout ?? 'DEFERRED',
    interest_accrual_period: interest?.accrual_period ?? 'ANNUAL',
    compounding_type: interest?.compounding ?? 'SIMPLE',
    ...given({ conversion_discount: terms.discount, conversion_mfn: terms.mfn }),
    ...capOf(terms, currency),
  };
}

/**
 * The capitalization that the cap is divided by: post-money with all converting securities; pre-money without them, but
 * with the enlarged pool.
 */
function capOf(terms: ConvertibleTerms, currency: string): OcfObject {
  const amount = terms.post_money_cap ?? terms.pre_money_cap;
  if (!amount) return {};
  const isPost = Boolean(terms.post_money_cap);
  return {
    conversion_valuation_cap: { amount, currency },
    capitalization_definition: isPost
      ? 'All shares, options, promised options, the pool and all converting securities; no pool increase, no new money.'
      : 'All shares, options and the pool with its increase; no converting securities, no new money.',
    capitalization_definition_rules: {
      include_outstanding_shares: true,
      include_outstanding_options: true,
      include_outstanding_unissued_options: true,
      include_this_security: isPost,
      include_other_converting_securities: isPost,
      include_option_pool_topup_for_promised_options: true,
      include_additional_option_pool_topup: !isPost,
      include_new_money: false,
    },
  };
}
