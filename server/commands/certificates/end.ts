// Cancels or repurchases a certificate, whole or in part: it ends, and the rest becomes a balance certificate. Unvested
// shares leave first.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { certificates } from '#src/resources/certificates.ts';
import { decimal as exact, grouped } from '#src/domain/figures/decimal.ts';
import type { OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { appendNative, takeNumbers } from '../ledger/ledgerEntry.ts';
import { costsOf, successorEntries } from './successorEntries.ts';
import { movedQuantity, openCertificate, refuseUnsaid } from './open.ts';
import type { OpenCertificate } from './open.ts';

/** Refuses: not_active, not_enough_shares, before_issue_date (409), fraction_not_allowed (422). */
export function cancelCertificate(
  context: CommandContext,
  id: string,
  body: VerbBody<'certificates.cancel'>,
): Promise<Row> {
  return endCertificate(context, id, body, {
    verb: 'cancelled',
    build: (entry) => ({ ...entry, object_type: 'TX_STOCK_CANCELLATION', reason_text: body.reason }),
  });
}

/** Refuses: as cancelCertificate, and quantity_needed (422) unless nothing of it has vested. */
export function repurchaseCertificate(
  context: CommandContext,
  id: string,
  body: VerbBody<'certificates.repurchase'>,
): Promise<Row> {
  return endCertificate(context, id, body, {
    verb: 'repurchased',
    refuse: (open) => {
      if (!body.quantity) refuseUnsaid(open, body.date);
    },
    build: (entry, currency) => ({
      ...entry,
      object_type: 'TX_STOCK_REPURCHASE',
      price: { amount: body.price_per_share, currency },
      ...(body.reason ? { consideration_text: body.reason } : {}),
    }),
  });
}

interface Ending {
  verb: 'cancelled' | 'repurchased';
  /** What else it refuses, once the certificate is open. */
  refuse?: (open: OpenCertificate) => void;
  build: (entry: OcfTransaction, currency: string) => OcfTransaction;
}

async function endCertificate(
  context: CommandContext,
  id: string,
  body: { quantity?: string | null; date: string },
  { verb, refuse, build }: Ending,
): Promise<Row> {
  const open = await openCertificate(context, id, body.date);
  refuse?.(open);
  const { moved, balance } = movedQuantity(open, body.quantity);
  const balanceId = context.deps.newId();
  const transaction_id = context.deps.newId();
  const number = balance ? (await takeNumbers(context, open.org, open.classId, 1))[0]! : '';
  const entry = {
    id: transaction_id,
    date: body.date,
    security_id: id,
    quantity: moved,
    ...(balance ? { balance_security_id: balanceId } : {}),
  };
  await appendNative(context, open, [
    build(entry, open.source.row.share_price_currency ?? 'USD'),
    ...(balance
      ? successorEntries(context, open, {
          security_id: balanceId,
          number,
          holder: open.source.row.stakeholder_id,
          quantity: balance,
          date: body.date,
          vests: { after: 0n },
          cost: costsOf(open, [moved, balance])[1],
        })
      : []),
  ]);
  const [shares, ended] = [grouped(exact(moved)), open.source.row.custom_id];
  const text =
    verb === 'cancelled'
      ? `cancelled ${shares} ${open.className} of ${open.holderName}, ${ended}`
      : `repurchased ${shares} ${open.className} of ${open.holderName}, ${ended}`;
  recordActivity(context, { text, resource: 'certificates', id, shareholder_id: open.source.row.stakeholder_id });
  return {
    transaction_id,
    balance: balance ? await findRecord(context.tx, context.actor, certificates, balanceId) : null,
  };
}
