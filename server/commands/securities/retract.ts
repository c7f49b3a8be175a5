// Takes back a certificate, grant, convertible or warrant that its holder has not accepted: void from its date on, as if it had not been
// issued.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { certificates } from '#src/resources/certificates.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { grants } from '#src/resources/grants.ts';
import { warrants } from '#src/resources/warrants.ts';
import { grouped } from '#src/domain/figures/decimal.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { appendNative } from '../ledger/ledgerEntry.ts';
import { madeBy } from '../ledger/listedEntry.ts';
import { openSecurity } from './openSecurity.ts';
import type { OpenSecurity, SecurityResource } from './openSecurity.ts';

const KINDS = {
  certificates: { resource: certificates, object_type: 'TX_STOCK_RETRACTION' },
  grants: { resource: grants, object_type: 'TX_EQUITY_COMPENSATION_RETRACTION' },
  convertibles: { resource: convertibles, object_type: 'TX_CONVERTIBLE_RETRACTION' },
  warrants: { resource: warrants, object_type: 'TX_WARRANT_RETRACTION' },
} as const;

/**
 * Out: the record. Refuses: forbidden (403), not_found (404), not_active, came_from_entry, partly_used, already_accepted,
 * before_issue_date (409).
 */
export const retract =
  (kind: keyof typeof KINDS) =>
  async (context: CommandContext, id: string, body: VerbBody<'certificates.retract'>): Promise<Row> => {
    const { resource, object_type } = KINDS[kind];
    const open = await openSecurity<typeof resource>(context, resource, id, body.date);
    await refuseSuccessor(context, open);
    await refusePartlyUsed(context, open);
    const transaction_id = context.deps.newId();
    const entry = { object_type, id: transaction_id, date: body.date, security_id: id, reason_text: body.reason };
    await appendNative(context, open, [entry]);
    const { tx, actor } = context;
    const record = await findRecord<SecurityResource['fields']>(tx, actor, resource, id);
    const { number, source } = open;
    const text =
      'certificate_number' in open.record
        ? `retracted ${number}, ${grouped(source.remaining ?? 0n)} ${open.record.share_class} of ${open.record.shareholder}`
        : `retracted ${number} of ${String(open.record.shareholder)}`;
    recordActivity(context, { text, resource: resource.name, id, shareholder_id: open.holder });
    return { ...record, transaction_id };
  };

/**
 * What it came from has ended, so without it its shares would be nobody’s; without the new money of a round what converted has no
 * price. Refuses: came_from_entry (409).
 */
async function refuseSuccessor({ tx }: CommandContext, { org, source, number }: OpenSecurity): Promise<void> {
  const made = await madeBy(tx, org, source.row.security_id);
  if (!made) return;
  const { summary, seq, date } = made;
  throw conflict(
    'came_from_entry',
    `${number} was not issued on its own: it came with “${summary}” (entry No. ${seq}, ${date ?? 'without a day'}), which depends on it. Take that entry back instead, or cancel ${number}.`,
  );
}

/** What became of a part of it stays, so it cannot be as if it had not been issued. Refuses: partly_used (409). */
async function refusePartlyUsed({ tx }: CommandContext, { org, source, number }: OpenSecurity): Promise<void> {
  const used = await tx.row<{ on_date: string }>(
    "select on_date from reduction where org_id = $1 and security_id = $2 and why <> 'PARTIAL_CANCEL' order by tx_seq limit 1",
    [org, source.row.security_id],
  );
  if (!used) return;
  throw conflict(
    'partly_used',
    `A part of ${number} became something else on ${used.on_date}, which stays. Take that entry back first, or cancel the rest of ${number}.`,
  );
}
