// Distributions that were paid before the company came here: what a spreadsheet says of them is kept as it came, as paid, and
// marked with the import that brought it in. Nothing is computed from holdings, and nobody is told.
import { isFixedSql } from '#server/data/rules/fixedDistributions.ts';
import { createHash } from 'node:crypto';
import { decimal, formatDecimal, ZERO } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { plural } from '#src/domain/plural.ts';
import { matcherOf } from '#src/domain/sheets/payments/knownPayments.ts';
import type { KnownPayment, SheetDistribution, SheetPayment } from '#src/domain/sheets/payments/distributions.ts';
import { orgOf } from '#server/auth/actor.ts';
import { bulkInsert } from '#server/data/bulkInsert.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { LINE_COLUMNS, PAYMENT_COLUMNS } from '../distributions/lineColumns.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** What the holders of a company were paid, or are to be paid: what a file says again is matched with it. */
export function knownPayments(tx: Tx, org: string): Promise<KnownPayment[]> {
  return tx.rows<Row & KnownPayment>(
    `select d.name as distribution, d.currency::text as currency, d.record_date, d.payment_date, (p.completed_at at time zone 'UTC')::date as paid_on,
            p.id is not null and p.completed_at is null as is_open, l.shareholder_id, l.share_class_id,
            trim_scale(l.shares::numeric)::text as shares, trim_scale(l.gross::numeric)::text as gross,
            trim_scale(l.tax::numeric)::text as tax, trim_scale(l.net::numeric)::text as net
     from distribution d join distribution_line l on l.org_id = d.org_id and l.distribution_id = d.id
     left join payment p on p.org_id = l.org_id and p.distribution_id = l.distribution_id and p.shareholder_id = l.shareholder_id and p.share_class_id = l.share_class_id
     where d.org_id = $1 and ${isFixedSql('d')}`,
    [org],
  );
}

/**
 * The payments of these that the company does not have. The ledger lock must be held, so that of two files with the same
 * payments one brings them in. Refuses: payment_differs (409) for one that came meanwhile with other figures, payment_open (409)
 * for one that was approved meanwhile and is to be paid.
 */
export async function newDistributions(
  { tx, actor }: CommandContext,
  distributions: readonly SheetDistribution[],
): Promise<SheetDistribution[]> {
  if (distributions.length === 0) return [];
  const match = matcherOf(await knownPayments(tx, orgOf(actor)));
  return distributions
    .map((distribution) => ({
      ...distribution,
      payments: distribution.payments.filter((payment) => {
        const known = match(distribution, payment);
        if (known?.kind === 'differs')
          throw conflict(
            'payment_differs',
            `Somebody imported ${distribution.name} meanwhile, with other figures. Open the file again.`,
          );
        if (known?.kind === 'open')
          throw conflict('payment_open', `Somebody approved ${distribution.name} meanwhile. Open the file again.`);
        return known === null;
      }),
    }))
    .filter(({ payments }) => payments.length > 0);
}

/** `import_id`: the import that they belong to, and with which they are taken back. */
export async function bringInPayments(
  context: CommandContext,
  import_id: string,
  distributions: readonly SheetDistribution[],
): Promise<void> {
  for (const each of distributions) await bringIn(context, import_id, each);
}

async function bringIn(context: CommandContext, import_id: string, distribution: SheetDistribution): Promise<void> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const id = deps.newId();
  const at = deps.now().toISOString();
  const lines = distribution.payments.map((each) => ({
    distribution_id: id,
    shareholder_id: each.shareholder_id,
    share_class_id: each.share_class_id,
    shares: each.shares,
    gross: each.gross,
    tax: each.tax,
    net: each.net,
    excluded_reason: decimal(each.net) === ZERO ? 'all_withheld' : null,
  }));
  await tx.write(
    `insert into distribution (org_id, id, name, type, declared_as, total_amount, currency, record_date, payment_date, method, status, snapshot_hash, brought_in_by, created_by, changed_by, created_at)
     values ($1, $2, $3, $4, 'pot', $5, $6, $7, $8, 'other', 'paid', $9, $10, $11, $11, $12)`,
    [
      org,
      id,
      distribution.name,
      distribution.type,
      sumOf(distribution.payments, 'gross'),
      distribution.currency,
      distribution.record_date,
      distribution.payment_date,
      createHash('sha256').update(canonicalJson(lines)).digest('hex'),
      import_id,
      actor.account_id,
      at,
    ],
  );
  await tx.write(
    `insert into distribution_class (org_id, distribution_id, share_class_id) select distinct $1::uuid, $2::uuid, c from unnest($3::text[]) c`,
    [org, id, lines.map(({ share_class_id }) => share_class_id)],
  );
  await bulkInsert(tx, 'distribution_line', org, LINE_COLUMNS, lines);
  await keepPayments(context, org, { id, at, distribution });
  const total = writtenMoney(sumOf(distribution.payments, 'net'), distribution.currency);
  recordActivity(context, {
    text: `imported distribution ${distribution.name}, ${total} paid in ${plural(distribution.payments.length, 'payment')}`,
    resource: 'distributions',
    id,
  });
}

async function keepPayments(
  { tx, actor, deps }: CommandContext,
  org: string,
  { id, at, distribution }: { id: string; at: string; distribution: SheetDistribution },
): Promise<void> {
  const payments = distribution.payments
    .filter(({ net }) => decimal(net) !== ZERO)
    .map((each) => ({
      id: deps.newId(),
      distribution_id: id,
      shareholder_id: each.shareholder_id,
      share_class_id: each.share_class_id,
      shares: each.shares,
      amount: each.net,
      gross: each.gross,
      tax: each.tax,
      method: 'other',
      status: 'completed',
      scheduled_date: distribution.payment_date,
      reference: each.reference,
      completed_at: `${each.paid_on}T00:00:00Z`,
    }));
  await bulkInsert(
    tx,
    'payment',
    org,
    { ...PAYMENT_COLUMNS, status: 'text', reference: 'text', completed_at: 'timestamptz' },
    payments,
  );
  await bulkInsert(
    tx,
    'payment_event',
    org,
    { id: 'uuid', payment_id: 'uuid', verb: 'text', note: 'text', account_id: 'uuid', at: 'timestamptz' },
    payments.map((each) => ({
      id: deps.newId(),
      payment_id: each.id,
      verb: 'imported',
      note: each.reference,
      account_id: actor.account_id,
      at,
    })),
  );
}

const sumOf = (payments: readonly SheetPayment[], what: 'gross' | 'net'): string =>
  formatDecimal(payments.reduce((sum, each) => sum + decimal(each[what]), ZERO));
