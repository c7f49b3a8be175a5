// Payments that were approved without a tax form: once the form is there, tax and net are computed anew, once.
import { taxOf, unitOf } from '#src/domain/distribution/distribution.ts';
import { parseDecimal, formatDecimal, ONE } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { orgOf } from '#server/auth/actor.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { taxesOf } from './withheld.ts';

interface Awaiting {
  id: string;
  gross: string;
  distribution: string;
  type: string;
  payment_date: string;
  currency: string;
  shareholder: string;
}

const CENT = ONE / 100n;

/** Pending payments of the holder whose form is now valid on the day of payment. Gross stays; the payment keeps what it was. */
export async function recomputeAwaiting(context: CommandContext, holder: string): Promise<void> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  // Distributions first, then payments, as every verb does.
  await tx.rows(
    `select id from distribution d where d.org_id = $1 and d.status = 'approved' and exists (select 1 from payment p
       where p.org_id = d.org_id and p.distribution_id = d.id and p.shareholder_id = $2 and p.awaits_tax_form) order by id for update`,
    [org, holder],
  );
  const payments = await tx.rows<Awaiting>(
    `select p.id, p.gross::text as gross, d.name as distribution, d.type, d.payment_date, d.currency::text as currency, h.name as shareholder
     from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
     join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
     where p.org_id = $1 and p.shareholder_id = $2 and p.awaits_tax_form and p.status = 'pending' and d.status = 'approved'
     order by p.id for update of p`,
    [org, holder],
  );
  for (const payment of payments) {
    const taxes = await taxesOf(tx, org, [holder], payment);
    if (!taxes.hasForm(holder)) continue;
    const { rate, reason, is_foreign, treaty_country } = taxes.withheldFrom(holder);
    const gross = parseDecimal(payment.gross)!;
    const tax = taxOf(gross / CENT, parseDecimal(rate)!, unitOf(payment.currency)) * CENT;
    // A payment of nothing is none: it stays as approved.
    if (tax >= gross) continue;
    await tx.write(
      `update payment set tax_at_approval = tax, net_at_approval = amount, tax = $3, amount = $4, withholding_rate = $5, withholding_reason = $6,
         is_foreign = $7, treaty_country = $8, awaits_tax_form = false, version = version + 1 where org_id = $1 and id = $2`,
      [org, payment.id, formatDecimal(tax), formatDecimal(gross - tax), rate, reason, is_foreign, treaty_country],
    );
    recordActivity(context, {
      text: `recomputed the tax of the payment to ${payment.shareholder}, ${payment.distribution} with the tax form: ${writtenMoney(formatDecimal(gross - tax), payment.currency)} is paid`,
      resource: 'payments',
      id: payment.id,
      shareholder_id: holder,
    });
  }
}
