// The page of a payment: how its amount was calculated, and who did what with it.
import type { PaymentDetails } from '#src/contract/recordPages.ts';
import { figureInWords } from '#src/domain/distribution/figureInWords.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Payment } from '#src/resources/payments.ts';
import { orgOf } from '../auth/actor.ts';
import type { CommandContext } from '../commands/core/context.ts';
import type { Row } from '../db/database.ts';
import { inReadersLanguage } from '../reports/inReadersLanguage.ts';
import { missingDetails } from '../reports/payouts/missingDetails.ts';
import { paymentFigures } from '../reports/payouts/paymentFigures.ts';

/** With how its amount was calculated, and its history: who did what, when. */
export async function showPayment({ tx, actor }: CommandContext, record: Payment): Promise<Row & PaymentDetails> {
  const events = await tx.rows<PaymentDetails['events'][number]>(
    `select e.at, e.verb, e.note, a.first_name || ' ' || a.last_name as actor from payment_event e left join lateral org_person(e.account_id) a on true
     where e.org_id = $1 and e.payment_id = $2 order by e.at, e.id`,
    [orgOf(actor), record.id],
  );
  const figures = await paymentFigures(tx, orgOf(actor), record);
  const isOpen = record.status === 'pending' && isHolder(actor.role);
  const missing = isOpen ? (await missingDetails(tx, actor)).filter(({ waiting }) => waiting.length > 0) : [];
  return { ...record, missing, events, how: inReadersLanguage(() => figureInWords(figures, (day) => day)) };
}
