// Reissues the same holding on a new certificate, with a reason or to replace a lost one. It gets a new number; the old
// one is never reused.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { certificates } from '#src/resources/certificates.ts';
import { decimal as exact, grouped } from '#src/domain/figures/decimal.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { appendNative, takeNumbers } from '../ledger/ledgerEntry.ts';
import { costsOf, successorEntries } from './successorEntries.ts';
import { openCertificate } from './open.ts';

/** Out: as a transfer's. Refuses: not_found (404), not_active, before_issue_date (409). */
export const reissueCertificate = (context: CommandContext, id: string, body: VerbBody<'certificates.reissue'>) =>
  reissueOrReplace(context, id, body, { verb: 'reissued', why: body.reason });

/** Replaces a lost certificate. Out and refusals: as reissueCertificate. */
export const replaceCertificate = (context: CommandContext, id: string, body: VerbBody<'certificates.reissue'>) =>
  reissueOrReplace(context, id, body, {
    verb: 'replaced',
    why: `Replacement of a lost certificate: ${body.reason}`,
  });

async function reissueOrReplace(
  context: CommandContext,
  id: string,
  { date }: VerbBody<'certificates.reissue'>,
  { verb, why }: { verb: 'reissued' | 'replaced'; why: string },
): Promise<Row> {
  const open = await openCertificate(context, id, date);
  const [number] = await takeNumbers(context, open.org, open.classId, 1);
  const [transaction_id, security_id] = [context.deps.newId(), context.deps.newId()];
  const { custom_id, stakeholder_id } = open.source.row;
  await appendNative(context, open, [
    {
      object_type: 'TX_STOCK_REISSUANCE',
      id: transaction_id,
      date,
      security_id: id,
      resulting_security_ids: [security_id],
      reason_text: why,
    },
    ...successorEntries(context, open, {
      security_id,
      number: number!,
      holder: stakeholder_id,
      quantity: open.left,
      date,
      vests: { after: 0n },
      cost: costsOf(open, [open.left])[0],
    }),
  ]);
  const shares = grouped(exact(open.left));
  const text =
    verb === 'reissued'
      ? `reissued ${custom_id}, ${shares} ${open.className} of ${open.holderName}, as ${number}`
      : `replaced the lost ${custom_id}, ${shares} ${open.className} of ${open.holderName}, as ${number}`;
  recordActivity(context, { text, resource: 'certificates', id: security_id, shareholder_id: stakeholder_id });
  return {
    transaction_id,
    resulting: [await findRecord(context.tx, context.actor, certificates, security_id)],
    balance: null,
  };
}
