// Makes a batch of payments: their file for the bank, and all of them processing.
import type { z } from 'zod';
import type { BatchPreview, batchMade } from '#src/contract/paymentBatches.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { debtorFaults } from '#src/domain/payouts/accounts.ts';
import type { Debtor } from '#src/domain/payouts/accounts.ts';
import { firstTrace } from '#src/domain/payouts/nacha.ts';
import { plural } from '#src/domain/plural.ts';
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { orgOf } from '#server/auth/actor.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { invalidFields } from '../core/checked.ts';
import { companyName, conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { debtorOf } from '../bankAccounts/companyBankAccounts.ts';
import { movePayments } from '../distributions/movePayments.ts';
import { writeBatchFile } from './batchFile.ts';
import { askedIds, choose, distributionsOf } from './chosen.ts';
import type { Asked } from './chosen.ts';
import { keepPrenotes } from './prenotes.ts';
import { lockDistributions } from './lockBatch.ts';
import { noteInDistributions } from './noteInDistributions.ts';
import { payerWarned, writable } from './writtenNames.ts';

/** What a batch would hold, and what it leaves out. Changes nothing. Refuses as `makeBatch`, but for the debtor. */
export async function previewBatch(context: CommandContext, asked: Asked): Promise<BatchPreview> {
  const { ids: _ids, prenotes, ...preview } = await choose(context, asked, await askedIds(context, asked));
  const payer = payerWarned(asked.format, await companyName(context));
  return { ...preview, prenotes: prenotes.length, warnings: [...preview.warnings, ...payer] };
}

/**
 * Refuses: not_found (404) for an unknown payment; payment_held, payment_not_pending, distribution_not_approved (409) for
 * payments named one by one; nothing_to_send (409); several currencies, the debtor's fields, the format's limits (422).
 */
export async function makeBatch(
  context: CommandContext,
  asked: Asked & { debtor: Debtor | undefined; bank_account_id: string | undefined },
): Promise<z.infer<typeof batchMade>> {
  const { tx, actor, deps } = context;
  const { format, execution_date } = asked;
  const org = orgOf(actor);
  const debtor = await debtorAsked(context, asked);
  const wanted = await askedIds(context, asked);
  const distributions = await lockDistributions(context, await distributionsOf(context, wanted));
  const { ids, count, total, currency, prenotes, left_out, written_names, warnings } = await choose(
    context,
    asked,
    wanted,
  );
  if (count + prenotes.length === 0)
    throw conflict(
      'nothing_to_send',
      left_out.length > 0
        ? `No payment is left for the batch: ${plural(left_out.length, 'payment')} cannot go out. ${left_out[0]!.shareholder}: ${left_out[0]!.text}`
        : 'There is no pending payment of an approved distribution among these.',
    );
  const id = deps.newId();
  const made_at = deps.now().toISOString();
  // The row of the company is locked, so that two batches never take one number.
  await tx.rows('select 1 from organization where id = $1 for no key update', [org]);
  const numbers = await numbersFor(context, format, count + prenotes.length);
  const head = {
    id,
    made_at,
    execution_date,
    currency: currency ?? 'USD',
    count,
    prenotes: prenotes.length,
    total,
    debtor: { ...debtor, name: writable(format, debtor.name) },
    ...numbers,
  };
  const { sha256, size } = await writeBatchFile(
    context,
    format,
    head,
    ids,
    prenotes.map(({ payment_id }) => payment_id),
  );
  await tx.write(
    `insert into payment_batch (org_id, id, number, format, execution_date, count, total, currency, debtor, sha256, size, created_by, created_at, prenotes, status, first_trace)
     select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15 from payment_batch where org_id = $1`,
    [
      org,
      id,
      format,
      execution_date,
      count,
      total,
      head.currency,
      debtor.name,
      sha256,
      size,
      actor.account_id,
      made_at,
      prenotes.length,
      count === 0 ? 'closed' : 'open',
      numbers?.first_trace ?? null,
    ],
  );
  await keepPrenotes(context, id, execution_date, prenotes);
  const started = ids.map((payment) => ({ id: payment, note: null }));
  await movePayments(context, { command: 'start', batch_id: id, payments: started, distributions });
  const record = (await findRecord(tx, actor, paymentBatches, id))!;
  await noteInDistributions(context, record.name, { command: 'start', payments: started, distributions });
  recordActivity(context, {
    text: `made ${record.name}: ${plural(count, 'payment')}, ${writtenMoney(total, head.currency)} in total${prenotes.length > 0 ? `, and ${plural(prenotes.length, 'prenote')}` : ''}`,
    resource: 'payment-batches',
    id,
  });
  return { ...record, left_out, written_names, warnings: [...warnings, ...payerWarned(format, debtor.name)] };
}

/** What tells a NACHA file and its entries from the company's others; null for another format. */
async function numbersFor({ tx, actor, deps }: CommandContext, format: Asked['format'], entries: number) {
  if (format !== 'nacha') return null;
  const earlier = (await tx.row<{ entries: string; of_day: number }>(
    `select coalesce(sum(count + prenotes), 0)::text as entries,
            count(*) filter (where (created_at at time zone 'UTC')::date = $2)::int as of_day
     from payment_batch where org_id = $1 and format = 'nacha'`,
    [orgOf(actor), deps.now().toISOString().slice(0, 10)],
  ))!;
  return { first_trace: firstTrace(Number(earlier.entries), entries), files_of_day: earlier.of_day };
}

/** Who pays: typed for this batch, or one of the company's bank accounts. */
async function debtorAsked(
  context: CommandContext,
  { format, debtor: typed, bank_account_id }: Parameters<typeof makeBatch>[1],
): Promise<Debtor> {
  if (typed && bank_account_id !== undefined)
    throw invalidFields({ bank_account_id: 'Send either debtor or bank_account_id.' });
  if (bank_account_id !== undefined) return debtorOf(context, format, bank_account_id);
  const debtor = typed ?? { name: await companyName(context) };
  const faults = Object.entries(debtorFaults(format, debtor)).map(([name, fault]) => [`debtor.${name}`, fault]);
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults));
  return debtor;
}
