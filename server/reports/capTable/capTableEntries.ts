// The entries behind a figure of the cap table: what each added or removed, so that their sum is the figure.
import { classesOn } from '#src/domain/captable/capTable.ts';
import { votesOf } from '#src/domain/captable/capTableBasis.ts';
import type { Basis, ClassOnDay } from '#src/domain/captable/capTableBasis.ts';
import { ONE, decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { AppError } from '#src/domain/errors.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { forbidden } from '#server/auth/actor.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { basisOf } from './capTable.ts';
import type { Asked } from './capTable.ts';
import { poolEntriesOn } from './capTablePools.ts';
import { ask, classFacts, ratioChanges, knownAtOf, sourceOf } from './capTableSource.ts';
import type { Source } from './capTableSource.ts';

export const figureKinds = ['stock', 'options', 'warrants', 'convertibles', 'pool'] as const;
export type FigureKind = (typeof figureKinds)[number];

/** Selects the figure; each field narrows it down. Without any, it is the whole basis. */
export interface Figure extends Asked {
  shareholder_id: string | null;
  share_class_id: string | null;
  kind: string | null;
  convertible_type: string | null;
  currency: string | null;
  from: number;
  to: number;
}

const SECURITY_KINDS: Record<Exclude<FigureKind, 'pool'>, string> = {
  stock: 'STOCK',
  options: 'EQUITY_COMPENSATION',
  warrants: 'WARRANT',
  convertibles: 'CONVERTIBLE',
};

/**
 * `quantity` of an entry: the shares (or money of a convertible) that it added, negative if removed; `counted`: its
 * change of the basis's count, rounded down per holder and class as in the table. Ordered by date, then by ledger
 * order. The answer's own `quantity` and `counted` are the sums of all entries, shown or not. Refuses: unknown_basis,
 * unknown_kind (422), forbidden (403).
 */
export async function capTableEntries(tx: Tx, actor: Actor, figure: Figure): Promise<Row> {
  const basis = basisOf(figure.basis);
  const kind = kindOf(figure.kind);
  const source = await sourceOf(tx, actor, figure.known_at);
  if (kind === 'pool' && !source.seesAll) throw forbidden();
  const isWhole = kind === null && figure.shareholder_id === null && figure.share_class_id === null;
  const hasPool = kind === 'pool' || (isWhole && basis === 'fully_diluted' && source.seesAll);
  const pool = hasPool ? await poolEntries(source, figure, basis) : null;
  const rest = kind === 'pool' ? null : await securityEntries(source, figure, basis, kind);
  const all = [rest, pool].filter((each) => each !== null);
  const sum = (name: 'quantity' | 'counted') =>
    formatDecimal(all.reduce((running, each) => running + decimal(each[name]), 0n));
  return {
    as_of: figure.as_of,
    basis,
    known_at: knownAtOf(source),
    quantity: sum('quantity'),
    counted: sum('counted'),
    count: all.reduce((running, each) => running + each.count, 0),
    entries: [
      ...(rest?.entries ?? []),
      ...(pool?.entries.slice(Math.max(0, figure.from - (rest?.count ?? 0))) ?? []),
    ].slice(0, figure.to - figure.from + 1),
  };
}

/** Refuses: unknown_kind (422). */
function kindOf(text: string | null): FigureKind | null {
  const kind = figureKinds.find((each) => each === text) ?? null;
  if (text === null || kind !== null) return kind;
  const sentence = `The kind is one of ${figureKinds.join(', ')}.`;
  throw new AppError('unknown_kind', sentence, { status: 422, fields: { kind: sentence } });
}

type Entries = { quantity: string; counted: string; count: number; entries: Row[] };

async function securityEntries(
  source: Source,
  figure: Figure,
  basis: Basis,
  kind: Exclude<FigureKind, 'pool'> | null,
): Promise<Entries> {
  const classes = classesOn(await classFacts(source), [], await ratioChanges(source), figure.as_of);
  const counting = classes.map((each) => countingOf(each, basis));
  const values = [
    figure.as_of,
    source.known,
    kind === null ? countedKinds(basis) : [SECURITY_KINDS[kind]],
    figure.shareholder_id,
    figure.share_class_id,
    figure.convertible_type,
    figure.currency,
    counting.map((each) => each.id),
    counting.map((each) => each.numerator),
    counting.map((each) => each.denominator),
    counting.map((each) => each.scale),
    basis === 'fully_diluted' ? '1' : '0',
  ];
  const sums = await ask<{ quantity: string; counted: string; count: number }>(
    source,
    `select coalesce(sum(quantity), 0)::text as quantity, coalesce(sum(counted), 0)::text as counted, count(*)::int as count from (${COUNTED}) lines`,
    values,
  );
  const entries = await ask(
    source,
    `select l.id as transaction_id, c.seq, c.on_date as date, l.object_type, l.summary, c.security_id, c.certificate_number,
            c.stakeholder_id as shareholder_id, h.name as shareholder, c.stock_class_id as share_class_id, c.kind,
            trim_scale(c.quantity)::text as quantity, trim_scale(c.counted)::text as counted
     from (select * from (${COUNTED}) lines order by on_date, seq, step, security_id offset $14 limit $15) c
     left join ledger_tx l on l.org_id = $1 and l.seq = c.seq
     left join shareholder h on h.org_id = $1 and h.id = c.stakeholder_id
     order by c.on_date, c.seq, c.step, c.security_id`,
    [...values, figure.from, figure.to - figure.from + 1],
  );
  return { ...sums[0]!, entries: entries.map((entry) => ({ ...entry, seq: Number(entry.seq) })) };
}

const countedKinds = (basis: Basis): string[] =>
  basis === 'fully_diluted' ? ['STOCK', 'EQUITY_COMPENSATION', 'WARRANT'] : ['STOCK'];

/** Units per share as a fraction; `scale`: the parts into which a unit may be divided before rounding down. */
function countingOf({ facts, ratio, places }: ClassOnDay, basis: Basis) {
  const fine = formatDecimal(ONE * 10n ** 10n);
  const same = { id: facts.id, numerator: '1', denominator: '1', scale: fine };
  if (basis === 'outstanding') return same;
  if (basis === 'voting') return { ...same, numerator: formatDecimal(votesOf(facts)) };
  if (facts.class_type !== 'PREFERRED' || ratio.numerator === ratio.denominator) return same;
  const [numerator, denominator] = [formatDecimal(ratio.numerator), formatDecimal(ratio.denominator)];
  return { id: facts.id, numerator, denominator, scale: places === 0 ? '1' : fine };
}

// Each line counts as its change of the rounded-down figure of its holder and class, so the lines add up to it. The database
// rounds a quotient of numerics, so this divides whole numbers (div) and multiplies the scale back.
const roundedDown = (sum: string) =>
  `div((${sum}) * numerator * scale, denominator) * case when scale = 1 then 1 else 0.0000000001 end`;
const COUNTED = `
  select seq, on_date, step, security_id, certificate_number, stakeholder_id, kind, stock_class_id, change as quantity,
         ${roundedDown('so_far')} - ${roundedDown('so_far - change')} as counted
  from (
    select p.*, s.custom_id as certificate_number,
           sum(p.change) over (partition by p.stakeholder_id, p.kind, p.stock_class_id order by p.on_date, p.seq, p.step, p.security_id) as so_far,
           case when p.kind = 'STOCK' then coalesce(f.numerator, 0) when p.kind = 'WARRANT' then $13::numeric * coalesce(f.numerator, 1)
                when p.kind = 'EQUITY_COMPENSATION' then $13::numeric else 0 end as numerator,
           case when p.kind in ('STOCK', 'WARRANT') then coalesce(f.denominator, 1) else 1 end as denominator,
           case when p.kind in ('STOCK', 'WARRANT') then coalesce(f.scale, 10000000000) else 10000000000 end as scale
    from position_change p
    join security s on s.org_id = $1 and s.security_id = p.security_id
    left join unnest($9::text[], $10::numeric[], $11::numeric[], $12::numeric[]) as f (id, numerator, denominator, scale) on f.id = p.stock_class_id
    where p.org_id = $1 and p.on_date <= $2 and p.seq <= $3 and p.kind = any ($4)
      and ($5::text is null or p.stakeholder_id = $5) and ($6::text is null or p.stock_class_id = $6)
      and ($7::text is null or coalesce(s.security_type, 'CONVERTIBLE_SECURITY') = $7) and ($8::text is null or s.currency = $8)
      and p.change <> 0
  ) lines`;

/**
 * Every entry of the plans; a line without an entry is a plan's first reserve, or the correction of an overdrawn plan.
 */
async function poolEntries(source: Source, figure: Figure, basis: Basis): Promise<Entries> {
  const found = await poolEntriesOn(source, figure.as_of);
  const seqs = found.flatMap(({ seq }) => (seq === null ? [] : [seq]));
  const known = new Map(
    (
      await source.tx.rows<{ seq: string; id: string; object_type: string; summary: string }>(
        'select seq, id, object_type, summary from ledger_tx where org_id = $1 and seq = any ($2::bigint[])',
        [source.org, seqs],
      )
    ).map((row) => [row.seq, row]),
  );
  const entries = found.map(({ seq, on_date, plan, note, change }): Row => {
    const entry = known.get(seq ?? '');
    return {
      transaction_id: entry?.id ?? null,
      seq: entry ? Number(entry.seq) : null,
      date: on_date,
      object_type: entry?.object_type ?? null,
      summary: `${plan}: ${entry?.summary ?? note}`,
      kind: 'POOL',
      quantity: change,
      counted: basis === 'fully_diluted' ? change : '0',
    };
  });
  const quantity = formatDecimal(found.reduce((sum, { change }) => sum + decimal(change), 0n));
  return { quantity, counted: basis === 'fully_diluted' ? quantity : '0', count: entries.length, entries };
}
