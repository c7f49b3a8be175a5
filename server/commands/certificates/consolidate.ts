// Combine several certificates of one holder and class into one.
import { bodyOf } from '#src/resources/verbs/bodies.ts';
import { z } from 'zod';
import { plainText } from '#src/resources/kit/validation.ts';
import { certificates } from '#src/resources/certificates.ts';
import { decimal as exact, divide, formatDecimal, grouped } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { textsOf } from '#src/domain/ledger/core/fields.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { invalidFields } from '../core/checked.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { tranchesFrom } from '../grants/carriedVesting.ts';
import type { Tranche } from '../grants/carriedVesting.ts';
import { appendNative, takeNumbers } from '../ledger/ledgerEntry.ts';
import { costOf } from './cost.ts';
import { costFactsOf, successorEntries, total } from './successorEntries.ts';
import { openCertificate } from './open.ts';
import type { OpenCertificate } from './open.ts';

export const consolidateBody = bodyOf('certificates.consolidate').extend({
  certificate_ids: z
    .array(plainText(200).min(1, 'Choose a certificate.'), 'Choose the certificates.')
    .min(2, 'Choose at least two certificates.')
    .max(200, 'At most 200 at once.'),
});

/**
 * Out: as a transfer's. Refuses: not_found (404), not_active, different_holdings, different_service, schedule_unknown,
 * before_issue_date (409).
 */
export async function consolidateCertificates(
  context: CommandContext,
  body: z.infer<typeof consolidateBody>,
): Promise<Row> {
  const ids = [...new Set(body.certificate_ids)];
  if (ids.length < 2) throw invalidFields({ certificate_ids: 'Choose at least two different certificates.' });
  const open: OpenCertificate[] = [];
  for (const id of ids) open.push(await openCertificate(context, id, body.date));
  const first = open[0]!;
  refuseDifferent(open);
  const vestings = mergedVesting(open, body.date);
  if (vestings.length > 0) await refuseServices(context, open);
  const quantity = total(open.map((each) => each.left));
  const [number] = await takeNumbers(context, first.org, first.classId, 1);
  const [transaction_id, security_id] = [context.deps.newId(), context.deps.newId()];
  const holder = first.source.row.stakeholder_id;
  // One slice that contains all of them; each was loaded under the same lock.
  for (const each of open) first.state.securities.set(each.source.row.security_id, each.source);
  const paid = paidFor(open, quantity);
  const [issued, ...rest] = successorEntries(context, first, {
    security_id,
    number: number!,
    holder,
    quantity,
    date: body.date,
    vests: null,
    ...paid,
  });
  const legends = [...new Set(open.flatMap((each) => textsOf(each.issuance, 'stock_legend_ids')))];
  await appendNative(context, first, [
    {
      object_type: 'TX_STOCK_CONSOLIDATION',
      id: transaction_id,
      date: body.date,
      security_ids: ids,
      resulting_security_id: security_id,
    },
    { ...issued, stock_legend_ids: legends, ...(vestings.length > 0 ? { vestings } : {}) },
    ...rest,
  ]);
  const numbers = open.map((each) => each.source.row.custom_id).join(', ');
  const text = `consolidated ${numbers} of ${first.holderName} into ${number}, ${grouped(exact(quantity))} ${first.className}`;
  recordActivity(context, { text, resource: 'certificates', id: security_id, shareholder_id: holder });
  return {
    transaction_id,
    resulting: [await findRecord(context.tx, context.actor, certificates, security_id)],
    balance: null,
  };
}

function refuseDifferent(open: readonly OpenCertificate[]) {
  const [first, ...others] = open as [OpenCertificate, ...OpenCertificate[]];
  for (const other of others) {
    const same =
      other.classId === first.classId &&
      other.source.row.stakeholder_id === first.source.row.stakeholder_id &&
      other.source.row.stock_plan_id === first.source.row.stock_plan_id;
    if (!same)
      throw conflict(
        'different_holdings',
        `${first.source.row.custom_id} and ${other.source.row.custom_id} do not have the same holder, class and plan.`,
        'certificate_ids',
      );
  }
}

/** One paper vests by one service: of shares that others transferred before they had vested, by that of each. */
async function refuseServices({ tx }: CommandContext, open: readonly OpenCertificate[]) {
  const vesting = open.filter(({ vesting: { terms, vestings } }) => terms !== null || vestings.length > 0);
  const names = await tx.rows<{ name: string }>(
    'select distinct h.name from served_by($1, $2) s join shareholder h on h.org_id = $1 and h.id = s.stakeholder_id order by h.name',
    [open[0]!.org, vesting.map(({ source }) => source.row.security_id)],
  );
  if (names.length > 1)
    throw conflict(
      'different_service',
      `These shares vest by the service of different people: ${names.map(({ name }) => name).join(', ')}. Consolidate each person’s certificates separately.`,
      'certificate_ids',
    );
}

/** The total cost and the average per share; nothing when one has no cost or another currency. */
function paidFor(open: readonly OpenCertificate[], quantity: string): { price: string; cost: Decimal | null } {
  const costs = open.map((each) => costOf(costFactsOf(each)));
  const currencies = new Set(open.map(({ source }) => source.row.share_price_currency));
  const cost = costs.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0n);
  if (cost === null || currencies.size > 1) return { price: '0', cost: null };
  return { price: formatDecimal(divide(cost, exact(quantity), 10, 'HALF_UP')), cost };
}

/** The unvested shares of all of them, by day. */
function mergedVesting(open: readonly OpenCertificate[], date: string): Tranche[] {
  const all = open.flatMap((each) => {
    const tranches = tranchesFrom(each.vesting, 0n, exact(each.left));
    if (tranches) return tranches;
    throw conflict(
      'schedule_unknown',
      `${each.source.row.custom_id} vests by events whose dates are not known yet, so it cannot be consolidated.`,
      'certificate_ids',
    );
  });
  if (all.every((tranche) => tranche.date <= date)) return [];
  const byDay = new Map<string, string>();
  for (const { date: day, amount } of all) byDay.set(day, total([byDay.get(day) ?? '0', amount]));
  return [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, amount]) => ({ date: day, amount }));
}
