// The cap table at a date, from the ledger's projections: outstanding = issued on or before the day and not ended by it.
import { decimal, formatDecimal } from '../../src/domain/decimal.ts';
import { percentages } from '../../src/domain/largestRemainder.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Actor } from '../../src/resources/kit/access.ts';
import type { Row, Tx } from '../db/database.ts';
import { orgOf } from '../auth/actor.ts';

type Position = {
  stakeholder_id: string;
  name: string;
  kind: string;
  stock_class_id: string | null;
  quantity: string | null;
};
type ClassRow = { share_class_id: string; name: string; authorized: string | null };

/** Refuses: basis_not_built (422), bad_as_of (422). What a shareholder sees is their own rows. */
export async function capTable(
  tx: Tx,
  actor: Actor,
  asked: { as_of: string; basis: string; known_at: string | null },
): Promise<Row> {
  const org = orgOf(actor);
  if (asked.basis !== 'outstanding')
    throw new AppError('basis_not_built', 'Only the basis "outstanding" is available.', {
      status: 422,
      fields: { basis: 'Only "outstanding" is available.' },
    });
  const known = asked.known_at ?? '9223372036854775807';
  const positions = await tx.rows<Position>(POSITIONS, [org, asked.as_of, known]);
  const classes = await tx.rows<ClassRow>(CLASSES, [org, asked.as_of, known]);
  const convertibles = await tx.rows<Row>(CONVERTIBLES, [org, asked.as_of, known]);
  const nameOf = new Map(classes.map((row) => [row.share_class_id, row.name]));
  const holders = new Map<string, Holder>();
  const sums = new Map<string, bigint>();
  for (const position of positions) collect(holders, sums, position);
  const rows = [...holders.values()];
  const total = rows.reduce((sum, row) => sum + row.total, 0n);
  // Somebody who sees their own rows alone cannot be told sums and shares of a whole that is hidden from them.
  const seesAll = actor.role !== 'shareholder';
  const rowPercents = percentages(rows.map((row) => row.total));
  const classPercents = percentages(classes.map((row) => sums.get(row.share_class_id) ?? 0n));
  return {
    as_of: asked.as_of,
    basis: asked.basis,
    classes: classes.map((row, index) => ({
      ...row,
      outstanding: seesAll ? formatDecimal(sums.get(row.share_class_id) ?? 0n) : null,
      percent: seesAll ? classPercents[index] : null,
    })),
    rows: rows.map((row, index) => ({
      shareholder_id: row.id,
      name: row.name,
      holdings: [...row.holdings].map(([id, quantity]) => ({
        share_class_id: id,
        share_class: nameOf.get(id) ?? id,
        quantity: formatDecimal(quantity),
      })),
      options: formatDecimal(row.options),
      warrants: formatDecimal(row.warrants),
      total: formatDecimal(row.total),
      percent: seesAll ? rowPercents[index] : null,
    })),
    convertibles,
    pool_available: null,
    total: seesAll ? formatDecimal(total) : null,
  };
}

interface Holder {
  id: string;
  name: string;
  holdings: Map<string, bigint>;
  options: bigint;
  warrants: bigint;
  total: bigint;
}

function collect(holders: Map<string, Holder>, sums: Map<string, bigint>, position: Position) {
  const quantity = decimal(position.quantity ?? '0');
  if (quantity <= 0n) return;
  const holder = holders.get(position.stakeholder_id) ?? {
    id: position.stakeholder_id,
    name: position.name,
    holdings: new Map<string, bigint>(),
    options: 0n,
    warrants: 0n,
    total: 0n,
  };
  holders.set(position.stakeholder_id, holder);
  if (position.kind === 'EQUITY_COMPENSATION') holder.options += quantity;
  else if (position.kind === 'WARRANT') holder.warrants += quantity;
  else if (position.kind === 'STOCK' && position.stock_class_id !== null) {
    holder.holdings.set(position.stock_class_id, (holder.holdings.get(position.stock_class_id) ?? 0n) + quantity);
    holder.total += quantity;
    sums.set(position.stock_class_id, (sums.get(position.stock_class_id) ?? 0n) + quantity);
  }
}

// "As we knew it": entries written later than known_at are not there yet.
const OPEN = `
  from security s
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= $2 and t.tx_seq <= $3
  left join lateral (select sum(d.quantity) as gone from reduction d
                     where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= $2 and d.tx_seq <= $3) r on true
  where s.org_id = $1 and s.issued_on <= $2 and s.issue_seq <= $3 and t.security_id is null`;

const POSITIONS = `
  select p.stakeholder_id, h.name, p.kind, p.stock_class_id, trim_scale(p.quantity)::text as quantity
  from (select s.stakeholder_id, s.kind, s.stock_class_id, sum(s.quantity - coalesce(r.gone, 0)) as quantity ${OPEN} and s.kind <> 'CONVERTIBLE' group by 1, 2, 3) p
  join shareholder h on h.org_id = $1 and h.id = p.stakeholder_id
  order by h.name, p.stakeholder_id, p.stock_class_id`;

const CONVERTIBLES = `
  select coalesce(s.security_type, 'CONVERTIBLE') as kind, count(*)::int as count, sum(s.amount - coalesce(r.gone, 0))::numeric(38,2)::text as amount, s.currency
  ${OPEN} and s.kind = 'CONVERTIBLE' group by 1, 4 order by 1, 4`;

const CLASSES = `
  select c.id as share_class_id, c.name,
         coalesce((select coalesce(trim_scale(a.shares_authorized)::text, replace(a.authorized_kind, '_', ' ')) from class_authorized a
                   where a.org_id = c.org_id and a.stock_class_id = c.id and a.effective_date <= $2 and a.tx_seq <= $3 order by a.effective_date desc, a.tx_seq desc limit 1),
                  trim_scale(c.initial_authorized)::text, replace(c.authorized_kind, '_', ' ')) as authorized
  from share_class c where c.org_id = $1 order by c.class_type, c.seniority, c.created_at, c.id`;
