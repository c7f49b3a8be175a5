// What the company paid out in a year, by distribution, class or holder; each figure is a sum of the list of payments.
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import type { PayoutsAnswer, payoutsBy } from '#src/contract/analytics.ts';
import { DISTRIBUTION_CANCELLED } from '#src/resources/payments.ts';
import type { Source } from '../capTable/capTableSource.ts';
import { companyCurrency } from './companyCurrency.ts';

const LISTED_MAX = 200;

type By = (typeof payoutsBy)[number];
interface Paid {
  id: string;
  name: string;
  currency: string;
  gross: string;
  tax: string;
  net: string;
  completed: string;
  failed: string;
}

const ID_OF = { distribution: 'distribution_id', class: 'share_class_id', holder: 'shareholder_id' } as const;

/** The year is that of the distribution's payment date. Payments of cancelled distributions are left out. */
export async function payouts(source: Source, year: number, by: By): Promise<PayoutsAnswer> {
  const found = await paidBy(source, year, by);
  const rows = by === 'holder' ? found.toSorted((a, b) => (decimal(a.gross) < decimal(b.gross) ? 1 : -1)) : found;
  const currency = await companyCurrency(source.tx, source.org);
  const first = (one: Paid, other: Paid) => Number(other.currency === currency) - Number(one.currency === currency);
  const totals = (await paidBy(source, year, 'year')).toSorted(first);
  const none: Paid = { id: '', name: '', currency, gross: '0', tax: '0', net: '0', completed: '0', failed: '0' };
  return {
    year,
    by,
    currency,
    rows: rows.slice(0, LISTED_MAX).map((row) => ({
      [ID_OF[by]]: row.id,
      name: row.name,
      currency: row.currency,
      ...moneyOf(row),
    })),
    rows_count: rows.length,
    totals: moneyOf(totals.find((each) => each.currency === currency) ?? none),
    totals_by_currency: totals.map((row) => ({ currency: row.currency, ...moneyOf(row) })),
    years: (await paidBy(source, null, 'year')).map((row) => ({
      year: Number(row.id),
      currency: row.currency,
      ...moneyOf(row),
    })),
  };
}

const paidBy = ({ tx }: Source, year: number | null, part: By | 'year'): Promise<Paid[]> =>
  tx.rows<Paid>(
    'select id, name, currency, gross::text as gross, tax::text as tax, net::text as net, completed::text as completed, failed::text as failed from analytics_payouts($1, $2, $3)',
    [year, part, DISTRIBUTION_CANCELLED],
  );

/** Open is what is to be paid, after what is withheld. */
function moneyOf({ gross, tax, net, completed, failed }: Paid) {
  const money = (value: string) => toFixed(decimal(value), 2);
  return {
    gross: money(gross),
    tax: money(tax),
    net: money(net),
    completed: money(completed),
    open: toFixed(decimal(net) - decimal(completed), 2),
    failed: money(failed),
  };
}
