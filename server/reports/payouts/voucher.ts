// The voucher of a payment: who was paid what for which shares, what was withheld and why, and when.
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { figureInWords } from '#src/domain/distribution/figureInWords.ts';
import { grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { distributions } from '#src/resources/distributions.ts';
import { DISTRIBUTION_CANCELLED, payments } from '#src/resources/payments.ts';
import type { PaymentStatus } from '#src/domain/distribution/distributionMachine.ts';
import type { Payment } from '#src/resources/payments.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { SlipPaper } from '#server/paper/slipPdf.ts';
import { paymentFigures } from './paymentFigures.ts';
import { addresseeOf, companyHead, dayInWords } from './slips.ts';

type More = {
  type: string;
  record_date: string;
  payment_date: string;
  approved_on: string | null;
  last4: string | null;
};

/** Refuses: not_found (404). */
export async function voucherOf(context: CommandContext, id: string): Promise<SlipPaper> {
  const { tx, actor } = context;
  const payment = await findRecord(tx, actor, payments, id);
  if (!payment) throw notFound();
  const org = orgOf(actor);
  const more = (await tx.row<More>(
    `select d.type, d.record_date, d.payment_date, (d.approved_at at time zone $3)::date as approved_on, p.paid_to_last4 as last4
     from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id where p.org_id = $1 and p.id = $2`,
    [org, payment.id, actor.time_zone ?? 'UTC'],
  ))!;
  const money = (amount: string) => writtenMoney(amount, payment.currency);
  const figures = await paymentFigures(tx, org, payment);
  const isPaid = payment.status === 'completed';
  const isTaxed = (parseDecimal(payment.tax) ?? 0n) > 0n;
  const rows = (...list: [string, string | null][]) =>
    list.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, value] as const]));
  return {
    ...(await companyHead(context)),
    title: more.type === 'dividend' ? say`Dividend voucher` : say`Payment voucher`,
    label: more.type === 'dividend' ? say`Dividend voucher` : say`Payment voucher`,
    number: payment.id.slice(-12).toUpperCase(),
    warning: notPaid(payment),
    addressee: await addresseeOf(context, payment.shareholder_id),
    figure: {
      amount: money(payment.net),
      text: say`${whenPaid(payment)} from ${payment.distribution}`,
    },
    sections: [
      {
        title: say`What it is for`,
        rows: rows(
          [say`Distribution`, payment.distribution],
          [say`Kind`, wordOf(distributions.fields.type, more.type)],
          [say`Share class`, payment.share_class],
          [say`Record date`, dayInWords(more.record_date)],
          [
            say`Shares at the record date`,
            payment.shares === null ? null : grouped(parseDecimal(payment.shares) ?? 0n),
          ],
        ),
      },
      {
        title: say`Amount`,
        rows: rows(
          [say`How this amount was calculated`, figureInWords(figures, dayInWords).join(' ')],
          [say`Gross`, money(payment.gross)],
          [say`Tax withheld`, isTaxed ? money(payment.tax) : say`None`],
          [say`Why it was withheld`, isTaxed ? payment.withholding_reason && said(payment.withholding_reason) : null],
          [say`Net`, money(payment.net)],
        ),
      },
      {
        title: say`Payment`,
        rows: rows(
          [say`Method`, payment.origin === 'brought_in' ? null : wordOf(payments.fields.method, payment.method)],
          [say`Account`, more.last4 === null ? null : say`ends in ${more.last4}`],
          [say`Approved on`, more.approved_on && dayInWords(more.approved_on)],
          [say`Payable on`, dayInWords(payment.scheduled_date ?? more.payment_date)],
          [say`Paid on`, isPaid ? arrivedOn(payment) : null],
          // Where the bank gave none, it is the payment's own number, which the next row says.
          [say`Reference`, isPaid && payment.reference !== payment.id ? payment.reference : null],
          [say`Number in the company’s books`, payment.id],
        ),
      },
    ],
    notes: [say`Keep this voucher with your tax forms.`],
  };
}

/** Every completed payment has the instant at which it was. */
const arrivedOn = ({ completed_at }: Payment) => dayInWords((completed_at ?? '').slice(0, 10));

function whenPaid(payment: Payment): string {
  if (payment.status === 'completed') return say`was paid on ${arrivedOn(payment)}`;
  return payment.failure_reason === DISTRIBUTION_CANCELLED ? say`was to be paid` : say`is to be paid`;
}

/** Out: null of a completed one. */
function notPaid({ status, failure_reason, scheduled_date: due }: Payment): string | null {
  if (failure_reason === DISTRIBUTION_CANCELLED) return say`Not paid: the distribution was cancelled.`;
  const words: Record<PaymentStatus, string | null> = {
    pending: say`Not paid yet${due ? say`: it is due on ${dayInWords(due)}` : ''}.`,
    processing: say`Not paid yet: the payment is under way.`,
    completed: null,
    failed: say`Not paid: the payment failed or came back. The amount is still owed.`,
  };
  return words[status];
}
