// The original issue price of a class that a round issues first is what the round pays.
import { formatDecimal } from '../../../src/domain/decimal.ts';
import { shareClasses } from '../../../src/resources/shareClasses.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import type { CommandContext } from '../context.ts';
import { updateShareClass } from '../shareClasses.ts';
import type { RoundWriting } from './roundEntries.ts';

/** One that somebody entered stays; that of a round which was taken back does not. To be called before the round is written. */
export async function priceNewClass(context: CommandContext, { body, slice, round }: RoundWriting): Promise<void> {
  const record = await findRecord(context.tx, context.actor, shareClasses, body.share_class_id);
  if (!record) return;
  const known = await context.tx.row<{ is_issued: boolean; is_taken_back: boolean }>(
    `select exists (select 1 from security s where s.org_id = $1 and s.stock_class_id = $2 and s.kind = 'STOCK') as is_issued,
            exists (select 1 from ledger_tx l where l.org_id = $1 and l.object_type = 'TX_STOCK_ISSUANCE' and l.ocf->>'stock_class_id' = $2
                      and ocf_decimal(l.ocf#>>'{share_price,amount}') = $3::numeric) as is_taken_back`,
    [slice.org, body.share_class_id, record.price_per_share],
  );
  const isOpen = record.price_per_share === null || known?.is_taken_back === true;
  if (known?.is_issued === false && isOpen)
    await updateShareClass(context, record, { price_per_share: formatDecimal(round.price) });
}
