// What a holder was paid in a year, or from a distribution: completed payments by the day they arrived, with their sums.
import { say } from '#src/words/say.ts';
import type { PaymentStatement } from '#src/contract/statements.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Sheet } from '#server/paper/sheet.ts';

/** Of what: a year, a distribution, or a distribution's payments of a year. */
export interface Asked {
  year: number | null;
  distribution_id: string | null;
}

/** The day a payment arrived: its completion is kept as midnight in UTC. */
const PAID = `(p.completed_at at time zone 'UTC')::date`;
const FROM = `from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
  left join share_class c on c.org_id = p.org_id and c.id = p.share_class_id
  where p.org_id = $1 and p.shareholder_id = $2 and p.status = 'completed'
    and ($3::integer is null or extract(year from ${PAID}) = $3) and ($4::text is null or p.distribution_id::text = $4)`;
const SUMS = `round(coalesce(sum(p.gross::numeric), 0), 2)::text as gross, round(coalesce(sum(p.tax::numeric), 0), 2)::text as tax,
  round(coalesce(sum(p.amount::numeric), 0), 2)::text as net`;

type Statement = PaymentStatement & { shareholder: string };

/** Refuses: not_found (404). */
export async function statementOf(
  { tx, actor }: CommandContext,
  holderId: string,
  { year, distribution_id }: Asked,
): Promise<Statement> {
  const holder = await findRecord(tx, actor, shareholders, holderId);
  if (!holder) throw notFound();
  const org = orgOf(actor);
  const asked = [org, holder.id, year, distribution_id];
  const rows = await tx.rows<PaymentStatement['rows'][number]>(
    `select p.id as payment_id, d.id as distribution_id, d.name as distribution, c.name as share_class, ${PAID} as paid_date, d.currency::text as currency,
            round(p.gross::numeric, 2)::text as gross, round(p.tax::numeric, 2)::text as tax, round(p.amount::numeric, 2)::text as net
     ${FROM} order by ${PAID}, d.name, c.name, p.id`,
    asked,
  );
  const totals = await tx.rows<PaymentStatement['totals'][number]>(
    `select d.currency::text as currency, ${SUMS} ${FROM} group by d.currency order by d.currency`,
    asked,
  );
  const company = (await tx.row<{ currency: string }>(
    'select currency::text as currency from organization where id = $1',
    [org],
  ))!;
  const years = await tx.rows<{ year: number }>(
    `select distinct extract(year from ${PAID})::integer as year from payment p
     where p.org_id = $1 and p.shareholder_id = $2 and p.status = 'completed' order by 1 desc`,
    [org, holder.id],
  );
  const own = totals.find(({ currency }) => currency === company.currency);
  return {
    shareholder_id: holder.id,
    shareholder: holder.name,
    year,
    currency: company.currency,
    rows,
    total_gross: own?.gross ?? '0.00',
    total_tax: own?.tax ?? '0.00',
    total_net: own?.net ?? '0.00',
    totals,
    years: years.map((each) => each.year),
  };
}

export function paymentStatementSheet({ shareholder, year, rows, totals }: Statement): Sheet {
  const about = year === null ? String(rows[0]?.distribution ?? say`one distribution`) : String(year);
  return {
    title: say`Payments to ${shareholder}, ${about}`,
    tab: say`Payments`,
    columns: [
      { name: say`Paid on`, kind: 'day', width: 10 },
      { name: say`Distribution`, kind: 'text', width: 30 },
      { name: say`Share class`, kind: 'text', width: 20 },
      { name: say`Gross`, kind: 'number', places: 2, width: 14 },
      { name: say`Withheld`, kind: 'number', places: 2, width: 14 },
      { name: say`Net`, kind: 'number', places: 2, width: 14 },
      { name: say`Currency`, kind: 'text', width: 8 },
      { name: say`Payment`, kind: 'text', width: 28 },
    ],
    rows: [
      ...rows.map((row) => ({
        cells: [
          row.paid_date,
          row.distribution,
          row.share_class ?? '',
          row.gross,
          row.tax,
          row.net,
          row.currency,
          row.payment_id,
        ],
      })),
      ...totals.map(({ currency, gross, tax, net }) => ({
        isStrong: true,
        cells: ['', say`In all`, '', gross, tax, net, currency, ''],
      })),
    ],
  };
}
