// Made-up distributions: classes with and without dividend terms, holders of many countries and forms, odd numbers of shares.
import { previewDistribution } from '#src/domain/distribution/distribution.ts';
import type { DistributionPreview } from '#src/domain/distribution/distribution.ts';
import type { DistributedClass } from '#src/domain/distribution/dividendDues.ts';
import { withheldFrom } from '#src/domain/distribution/withholding.ts';
import type { MissingTaxForm, WithholdingRule } from '#src/domain/distribution/withholding.ts';
import { randomOf } from '../randomNumbers.ts';
import type { Random } from '../randomNumbers.ts';

export interface MadeUpClass {
  key: string;
  seniority: number;
  terms: {
    dividend_rate: string;
    dividend_is_cumulative: boolean;
    dividend_accrues_from: string | null;
    dividend_base: 'original_issue_price' | 'par';
    dividend_participation: 'none' | 'as_converted';
    conversion_ratio: string;
    par_value: string;
    price_per_share: string;
  } | null;
}

export interface MadeUpHolder {
  key: string;
  type: 'individual' | 'entity';
  country: string | null;
  profile: {
    country: string;
    form: 'W-9' | 'W-8BEN' | 'W-8BEN-E' | 'other' | null;
    form_valid_until: string | null;
    withholding_rate: string | null;
  } | null;
}

export interface MadeUpDistribution {
  classes: MadeUpClass[];
  holders: MadeUpHolder[];
  holdings: { holder: string; share_class: string; shares: string }[];
  amount: { per_share: string } | { total: string };
  type: 'dividend' | 'interest';
  record_date: string;
  payment_date: string;
  rules: WithholdingRule[];
  missing_tax_form: MissingTaxForm;
}

const COUNTRIES = ['US', 'DE', 'GB', 'JP'];
const RATES = ['0', '0.05', '0.15', '0.24', '0.26375', '0.3', '0.333333333'];

export function randomDistribution(seed: number): MadeUpDistribution {
  const random = randomOf(seed);
  const record_date = `202${random.between(2, 4)}-${pad(random.between(1, 12))}-${pad(random.between(1, 28))}`;
  const classes = Array.from({ length: random.between(1, 4) }, (_each, index) => classOf(random, index, record_date));
  // Common stock takes what the preferences leave.
  if (classes.every(({ terms }) => terms)) classes.push({ key: 'common', seniority: 0, terms: null });
  const holders = Array.from({ length: random.between(1, 8) }, (_each, index) => holderOf(random, index));
  const holdings = holders.flatMap(({ key }) =>
    random
      .shuffled(classes)
      .slice(0, random.between(1, 2))
      .map((each) => ({ holder: key, share_class: each.key, shares: String(random.between(1, 40_000)) })),
  );
  const common = classes.find(({ terms }) => !terms)!;
  holdings.push({ holder: holders[0]!.key, share_class: common.key, shares: String(random.between(1, 999)) });
  return {
    classes,
    holders,
    holdings,
    amount: random.chance(2)
      ? { total: `${random.between(1, 200_000)}.${pad(random.between(0, 99))}` }
      : { per_share: `${random.between(0, 3)}.${random.between(1, 99_999)}` },
    type: random.chance(4) ? 'interest' : 'dividend',
    record_date,
    payment_date: `2025-0${random.between(1, 6)}-15`,
    rules: random.chance(4) ? [] : Array.from({ length: random.between(1, 5) }, () => ruleOf(random)),
    missing_tax_form: random.pick(['ignore', 'highest_rate', 'hold'] as const),
  };
}

const pad = (number: number) => String(number).padStart(2, '0');

function classOf(random: Random, index: number, recordDate: string): MadeUpClass {
  const seniority = random.between(1, 2);
  if (random.chance(3)) return { key: `c${index}`, seniority, terms: null };
  const isCumulative = random.chance(2);
  const from = `20${random.between(18, 21)}-${recordDate.slice(5)}`;
  return {
    key: `p${index}`,
    seniority,
    terms: {
      dividend_rate: random.pick(['0.03', '0.08', '0.0625', '0.0777777777']),
      dividend_is_cumulative: isCumulative,
      dividend_accrues_from: isCumulative || random.chance(2) ? from : null,
      dividend_base: random.pick(['original_issue_price', 'par'] as const),
      dividend_participation: random.pick(['none', 'as_converted'] as const),
      conversion_ratio: random.pick(['1', '1.5', '1.3333333333', '10']),
      par_value: random.pick(['0.0001', '1', '20']),
      price_per_share: random.pick(['0.3333', '1.25', '7.777']),
    },
  };
}

function holderOf(random: Random, index: number): MadeUpHolder {
  const type = random.pick(['individual', 'entity'] as const);
  const country = random.chance(5) ? null : random.pick(COUNTRIES);
  if (random.chance(3)) return { key: `h${index}`, type, country, profile: null };
  const home = random.pick(COUNTRIES);
  return {
    key: `h${index}`,
    type,
    country,
    profile: {
      country: home,
      form: random.chance(6) ? null : home === 'US' ? 'W-9' : type === 'entity' ? 'W-8BEN-E' : 'W-8BEN',
      form_valid_until: random.chance(3) ? random.pick(['2024-12-31', '2025-12-31']) : null,
      withholding_rate: random.chance(3) ? random.pick(RATES) : null,
    },
  };
}

const ruleOf = (random: Random): WithholdingRule => ({
  country: random.pick(['*', ...COUNTRIES]),
  holder_type: random.pick(['*', '*', 'individual', 'entity']),
  distribution_type: random.pick(['*', 'dividend', 'interest']),
  form: random.pick(['*', '*', 'missing']),
  rate: random.pick(RATES),
});

const distributedClass = ({ key, seniority, terms }: MadeUpClass): DistributedClass => ({
  share_class_id: key,
  name: key,
  seniority,
  dividend: terms && {
    rate: terms.dividend_rate,
    base_amount: terms.dividend_base === 'par' ? terms.par_value : terms.price_per_share,
    is_cumulative: terms.dividend_is_cumulative,
    accrues_from: terms.dividend_accrues_from,
    participation: terms.dividend_participation,
    conversion_ratio: terms.conversion_ratio,
    earlier: [],
  },
});

/** Preferred dividends come first in dividends alone. */
export const classesOf = ({ classes, type }: MadeUpDistribution): DistributedClass[] =>
  classes.map((each) => distributedClass(type === 'dividend' ? each : { ...each, terms: null }));

/** What the rules say of it, apart from any database. */
export function previewMadeUp(made: MadeUpDistribution): DistributionPreview {
  const holders = new Map(made.holders.map((each) => [each.key, each]));
  return previewDistribution({
    amount: made.amount,
    holdings: made.holdings.map(({ holder, share_class, shares }) => ({
      shareholder_id: holder,
      share_class_id: share_class,
      shares,
    })),
    order: { classes: classesOf(made), record_date: made.record_date },
    withheldFrom: (id) => {
      const { type, country, profile } = holders.get(id)!;
      const standing = { is_confirmed: true, treaty_country: null, backup_withholding: false };
      return withheldFrom(
        { type, country, profile: profile && { ...profile, ...standing } },
        {
          rules: made.rules,
          missing_tax_form: made.missing_tax_form,
          distribution_type: made.type,
          payment_date: made.payment_date,
        },
      );
    },
  });
}
