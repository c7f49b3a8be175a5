// What an approval froze beside what the ledger says today: a correction that was recorded late never changes a payment by itself.
import type { DistributionComparison } from '#src/contract/distributions/distributionPreview.ts';
import type { DistributionStatus } from '#src/domain/distribution/distributionMachine.ts';
import type { PreviewRow } from '#src/domain/distribution/distribution.ts';
import { AppError } from '#src/domain/errors.ts';
import { plural } from '#src/domain/plural.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { conflict } from '#server/commands/core/context.ts';
import { computeDistribution, readDistribution } from '#server/commands/distributions/distributionPreview.ts';
import { namedInOrder } from '#server/commands/distributions/namedInOrder.ts';
import { frozenPreview } from './snapshot.ts';

const STAYS = 'Payments stay as approved. To pay by today’s ledger, cancel this distribution and declare it again.';
/** Where something else is to be said than of an approved one. */
const ADVICE: Partial<Record<DistributionStatus, string>> = {
  paid: 'It is paid as approved, and stays so.',
  cancelled: 'It is cancelled, and pays nothing. To pay by today’s ledger, declare it again.',
};

/** Refuses: not_found (404), not_approved (409). */
export async function comparisonOf(context: CommandContext, id: string): Promise<DistributionComparison> {
  const org = orgOf(context.actor);
  const stored = await readDistribution(context, org, id);
  if (stored.approved_at === null)
    throw conflict('not_approved', 'Nothing is frozen: this distribution was not approved here.');
  const then = await frozenPreview(context.tx, org, id);
  const now = await computeDistribution(context, org, stored).then(
    ({ preview }) => preview,
    // Terms that no longer give an answer: nobody is entitled any more. The frozen lines say who was.
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { rows: [] as PreviewRow[], total_gross: '0.00' };
    },
  );
  const entries = await lateEntries(context, org, stored);
  const rows = await namedInOrder(context, org, differences(then.rows, now.rows));
  return {
    is_same: rows.length === 0,
    rows,
    entries,
    total_gross_then: then.total_gross,
    total_gross_now: now.total_gross,
    text:
      rows.length === 0
        ? 'The ledger still says what was approved.'
        : `The ledger now differs in ${plural(rows.length, 'line')}. ${ADVICE[stored.status] ?? STAYS}`,
  };
}

interface Difference {
  shareholder_id: string;
  share_class_id: string;
  shares_then: string;
  shares_now: string;
  gross_then: string;
  gross_now: string;
}

function differences(then: readonly PreviewRow[], now: readonly PreviewRow[]): Difference[] {
  const keyOf = (row: PreviewRow) => `${row.shareholder_id} ${row.share_class_id}`;
  const [before, after] = [then, now].map((rows) => new Map(rows.map((row) => [keyOf(row), row])));
  const keys = [...new Set([...before!.keys(), ...after!.keys()])];
  return keys.flatMap((key) => {
    const [one, other] = [before!.get(key), after!.get(key)];
    if (one?.shares === other?.shares && one?.gross === other?.gross) return [];
    const { shareholder_id, share_class_id } = (one ?? other)!;
    return [
      {
        shareholder_id,
        share_class_id,
        shares_then: one?.shares ?? '0',
        shares_now: other?.shares ?? '0',
        gross_then: one?.gross ?? '0.00',
        gross_now: other?.gross ?? '0.00',
      },
    ];
  });
}

/** Entries that were recorded after the approval and took effect by the record date. */
const lateEntries = (
  { tx }: CommandContext,
  org: string,
  { ledger_seq, record_date }: { ledger_seq: string | null; record_date: string },
) =>
  tx.rows<DistributionComparison['entries'][number]>(
    `select id, seq::int as seq, date, summary from transaction_view where org_id = $1 and seq > $2 and date <= $3 order by seq limit 100`,
    [org, ledger_seq, record_date],
  );
