// What is unusual about the terms of a distribution. Nothing is refused for it: whoever approves decides.
import { say } from '#src/words/say.ts';
import { countryInSentence } from '../countries.ts';
import { daysFromTo } from '../dates.ts';

/** Delaware's law (DGCL section 213 c), and that of most states after the model act, allows a record date 60 days ahead. */
const LONGEST_WAIT_DAYS = 60;

export interface DeclaredTerms {
  type: string;
  record_date: string;
  payment_date: string;
  /** Classes with holders at the record date and a cumulative dividend, which are not among those chosen. */
  left_out: readonly { name: string }[];
  /** The chosen classes with a liquidation preference. */
  preferred: readonly { name: string }[];
}

export interface DeclaringWarning {
  code: 'cumulative_left_out' | 'record_date_early' | 'preference_not_counted' | 'no_country';
  message: string;
}

export function declaringWarnings({
  type,
  record_date,
  payment_date,
  left_out,
  preferred,
}: DeclaredTerms): DeclaringWarning[] {
  const warnings: DeclaringWarning[] = [];
  if (type === 'dividend' && left_out.length > 0) {
    const names = left_out.map(({ name }) => name).join(', ');
    const [has, it] = left_out.length === 1 ? ['has', 'it'] : ['have', 'them'];
    warnings.push({
      code: 'cumulative_left_out',
      message: say`${names} ${has} a cumulative dividend and ${left_out.length === 1 ? say`is` : say`are`} not chosen. Charters usually pay ${it} before other classes, and what is owed keeps growing until it is paid.`,
    });
  }
  if (type === 'liquidation' && preferred.length > 0)
    warnings.push({
      code: 'preference_not_counted',
      message: say`Each chosen share gets the same: the liquidation ${preferred.length === 1 ? say`preference` : say`preferences`} of ${preferred.map(({ name }) => name).join(', ')} and conversion ratios are not counted here. Declare each class by itself, with what the charter gives it.`,
    });
  const days = daysFromTo(record_date, payment_date);
  if (days > LONGEST_WAIT_DAYS)
    warnings.push({
      code: 'record_date_early',
      message: say`The record date is ${days} days before the payment date. Many laws, such as Delaware’s, allow at most ${LONGEST_WAIT_DAYS}.`,
    });
  return warnings;
}

export interface NoCountry {
  /** Of all; the rows name the first of them. */
  count: number;
  rows: readonly { shareholder: string; presumed: string | null; sign: string | null; rate: string }[];
  /** The rule by which a country is presumed. */
  source: string | null;
}

const NAMED = 5;

/** Who has no country, as of which one they are taxed, and what to do. */
export function noCountryWarning({ count, rows, source }: NoCountry): DeclaringWarning {
  const named = rows.slice(0, NAMED).map(({ shareholder, presumed, sign, rate }) => {
    const why = presumed ? say`presumed to be of ${countryInSentence(presumed)}` : (sign ?? say`no rule says more`);
    return `${shareholder} (${rate}: ${why})`;
  });
  const others = count - named.length;
  const who = [...named, ...(others > 0 ? [say`${others} more`] : [])].join(', ');
  const by = source !== null && rows.some(({ presumed }) => presumed) ? say` The presumption follows ${source}.` : '';
  return {
    code: 'no_country',
    message: say`No country is recorded for ${who}.${by} Enter each country, or ask for a tax form, before you approve.`,
  };
}
