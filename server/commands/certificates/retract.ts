// Takes back a certificate that its holder has not accepted: void from its date on, and no longer outstanding.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { certificates } from '#src/resources/certificates.ts';
import { decimal as exact, grouped } from '#src/domain/figures/decimal.ts';
import { madeBy } from '../ledger/listedEntry.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { appendNative } from '../ledger/ledgerEntry.ts';
import { openCertificate } from './open.ts';
import type { OpenCertificate } from './open.ts';

/**
 * Out: the certificate. Refuses: forbidden (403), not_found (404), not_active, came_from_entry, already_accepted,
 * before_issue_date (409).
 */
export async function retractCertificate(
  context: CommandContext,
  id: string,
  body: VerbBody<'certificates.retract'>,
): Promise<Row> {
  const open = await openCertificate(context, id, body.date);
  await refuseSuccessor(context, open);
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

/**
 * What it came from has ended, so without it its shares would be nobody’s; without the new money of a round what converted has no
 * price. Refuses: came_from_entry (409).
 */
async function refuseSuccessor({ tx }: CommandContext, { org, source }: OpenCertificate): Promise<void> {
  const made = await madeBy(tx, org, source.row.security_id);
  if (!made) return;
  const { summary, seq, date } = made;
  throw conflict(
    'came_from_entry',
    `${source.row.custom_id} was not issued on its own: it came with “${summary}” (entry No. ${seq}, ${date ?? 'without a day'}), which depends on it. Take that entry back instead, or cancel the certificate.`,
  );
}
