// Takes back a certificate that its holder has not accepted: void from its date on, and no longer outstanding.
import type { VerbBody } from '../../../src/resources/verbs/index.ts';
import { certificates } from '../../../src/resources/certificates.ts';
import { decimal as exact, grouped } from '../../../src/domain/figures/decimal.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import type { Row } from '../../db/database.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { appendNative } from '../ledger/ledgerEntry.ts';
import { openCertificate } from './open.ts';

/** Out: the certificate. Refuses: forbidden (403), not_found (404), not_active, already_accepted, before_issue_date (409). */
export async function retractCertificate(
  context: CommandContext,
  id: string,
  body: VerbBody<'certificates.retract'>,
): Promise<Row> {
  const open = await openCertificate(context, id, body.date);
  const transaction_id = context.deps.newId();
  await appendNative(context, open, [
    {
      object_type: 'TX_STOCK_RETRACTION',
      id: transaction_id,
      date: body.date,
      security_id: id,
      reason_text: body.reason,
    },
  ]);
  const { custom_id, stakeholder_id } = open.source.row;
  const text = `retracted ${custom_id}, ${grouped(exact(open.left))} ${open.className} of ${open.holderName}`;
  recordActivity(context, { text, resource: 'certificates', id, shareholder_id: stakeholder_id });
  return { ...(await findRecord(context.tx, context.actor, certificates, id)), transaction_id };
}
