// What the figure of a payment is made of, for who may read the payment.
import type { PaymentFigures } from '#src/domain/distribution/figureInWords.ts';
import type { Payment } from '#src/resources/payments.ts';
import type { Tx } from '#server/db/database.ts';

type Declared = Pick<PaymentFigures, 'record_date' | 'declared_as' | 'amount_per_share'>;

type Figured = Pick<
  Payment,
  'id' | 'distribution_id' | 'currency' | 'shares' | 'gross' | 'tax' | 'net' | 'withholding_rate' | 'withholding_reason'
>;

/** In: a record of the list of payments. */
export async function paymentFigures(tx: Tx, org: string, payment: Figured): Promise<PaymentFigures> {
  const declared = (await tx.row<Declared>(
    'select record_date, declared_as, trim_scale(amount_per_share)::text as amount_per_share from distribution where org_id = $1 and id = $2',
    [org, payment.distribution_id],
  ))!;
  const steps = await tx.rows<PaymentFigures['steps'][number]>('select kind, per_share from payment_steps($1)', [
    payment.id,
  ]);
  return {
    ...declared,
    steps,
    currency: payment.currency,
    shares: payment.shares,
    gross: payment.gross,
    tax: payment.tax,
    net: payment.net,
    withholding_rate: payment.withholding_rate,
    withholding_reason: payment.withholding_reason,
  };
}
