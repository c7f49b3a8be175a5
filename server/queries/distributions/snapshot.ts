// What an approval froze: the lines, the order of the classes, the ledger's position, and the hash of the lines.
import type { DistributionSnapshot } from '#src/contract/distributions/distributionPreview.ts';
import { sumsOf } from '#src/domain/distribution/lineSums.ts';
import type { DistributionPreview, PreviewRow } from '#src/domain/distribution/distribution.ts';
import type { DistributionStep } from '#src/domain/distribution/preferences.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import { sha256 } from '#server/data/sha256.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import type { Tx } from '#server/db/database.ts';
import { conflict } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';

/** Of lines that were approved before options and withholding were kept, those members are null. */
type StoredLine = Omit<PreviewRow, 'option_shares' | 'withholding_rate'> & {
  option_shares: string | null;
  withholding_rate: string | null;
};

/** In the order in which they were hashed. */
const frozenLines = (tx: Tx, org: string, id: string): Promise<StoredLine[]> =>
  tx.rows<StoredLine>(
    `select shareholder_id, share_class_id, trim_scale(shares)::text as shares, trim_scale(option_shares)::text as option_shares,
            round(gross, 2)::text as gross, round(tax, 2)::text as tax, round(net, 2)::text as net,
            trim_scale(withholding_rate)::text as withholding_rate, withholding_reason, excluded_reason
     from distribution_line where org_id = $1 and distribution_id::text = $2 order by shareholder_id collate "C", share_class_id collate "C"`,
    [org, id],
  );

/** As hashed at approval: without the members that were not kept then. */
function asHashed({ option_shares, withholding_rate, withholding_reason, ...line }: StoredLine) {
  return option_shares === null ? line : { ...line, option_shares, withholding_rate, withholding_reason };
}

/** Hex SHA-256 of the lines as RFC 8785 JSON. */
export const hashOfLines = (lines: readonly object[]): string => sha256(canonicalJson(lines)).toString('hex');

/** Refuses: not_found (404), not_approved (409). */
export async function snapshotOf({ tx, actor }: CommandContext, id: string): Promise<DistributionSnapshot> {
  const org = orgOf(actor);
  const head = await tx.row<{ hash: string | null; ledger_seq: string | null; approved_at: string | null }>(
    'select snapshot_hash as hash, ledger_seq::text as ledger_seq, approved_at from distribution where org_id = $1 and id::text = $2',
    [org, id],
  );
  if (!head) throw notFound();
  if (head.hash === null || head.approved_at === null)
    throw conflict('not_approved', 'Nothing is frozen: this distribution was not approved here.');
  const recomputed = await recomputedRows(tx, org, id);
  const rows = (await frozenLines(tx, org, id)).map((line) => ({
    ...asHashed(line),
    ...recomputed.get(`${line.shareholder_id} ${line.share_class_id}`),
  }));
  const hash = recomputed.size === 0 ? head.hash : hashOfLines(rows);
  return {
    rows,
    hash,
    hash_at_approval: head.hash,
    ledger_seq: Number(head.ledger_seq),
    approved_at: head.approved_at,
  };
}

/** What became of lines whose tax was computed anew, once their form was there. */
async function recomputedRows(tx: Tx, org: string, id: string) {
  const rows = await tx.rows<{ key: string } & Recomputed>(
    `select shareholder_id || ' ' || share_class_id as key, round(tax, 2)::text as tax, round(amount, 2)::text as net,
            trim_scale(withholding_rate)::text as withholding_rate, withholding_reason,
            round(tax_at_approval, 2)::text as tax_at_approval, round(net_at_approval, 2)::text as net_at_approval
     from payment where org_id = $1 and distribution_id::text = $2 and tax_at_approval is not null`,
    [org, id],
  );
  return new Map<string, Recomputed>(rows.map(({ key, ...row }) => [key, row]));
}
type Recomputed = Record<
  'tax' | 'net' | 'withholding_rate' | 'withholding_reason' | 'tax_at_approval' | 'net_at_approval',
  string
>;

/** The frozen lines with their totals. */
export async function frozenPreview(tx: Tx, org: string, id: string): Promise<Omit<DistributionPreview, 'allotments'>> {
  const lines = await frozenLines(tx, org, id);
  const totals = (await tx.row<{ gross: string; tax: string; net: string }>(
    'select round(coalesce(sum(gross), 0), 2)::text as gross, round(coalesce(sum(tax), 0), 2)::text as tax, round(coalesce(sum(net), 0), 2)::text as net from distribution_line where org_id = $1 and distribution_id::text = $2',
    [org, id],
  ))!;
  const head = (await tx.row<{ rounding: string | null; per_share: string | null; steps: DistributionStep[] | null }>(
    'select rounding_difference::text as rounding, amount_per_share::text as per_share, steps from distribution where org_id = $1 and id::text = $2',
    [org, id],
  ))!;
  return {
    rows: lines.map((line) => ({
      ...line,
      option_shares: line.option_shares ?? '0',
      withholding_rate: line.withholding_rate ?? '0',
    })),
    sums: sumsOf(lines),
    total_gross: totals.gross,
    total_tax: totals.tax,
    total_net: totals.net,
    rounding_difference: head.rounding ?? '0',
    amount_per_share: head.per_share ?? '0',
    steps: head.steps ?? [],
  };
}
