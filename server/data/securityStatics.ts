// Converts plans, valuations, vesting terms and legends between the stored OCF object and the row that lists and rules read.
// Imported objects are accepted leniently, because they are kept whatever they contain.
import { remarkedWindows, withWindowsRemark } from '#src/domain/exerciseWindows.ts';
import type { ExerciseWindow } from '#src/domain/exerciseWindows.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { dateOf, decimalOf, idOf, moneyOf, textOf, textsOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Row, Tx } from '../db/database.ts';

export type StaticOfType = { object_type: string; object: OcfObject };

/** A row's STOCK_PLAN, based on its previous object, so that fields unknown to the screens are kept. */
export function stockPlanObjectOf(
  row: Row,
  classIds: readonly string[],
  windows: readonly ExerciseWindow[],
  before: OcfObject | null,
): OcfObject {
  const { stock_class_id: _one, stockholder_approval_date: _approval, comments: _comments, ...kept } = before ?? {};
  const comments = withWindowsRemark(textsOf(before ?? {}, 'comments'), windows);
  return withoutNull({
    ...kept,
    object_type: 'STOCK_PLAN',
    id: row.id,
    plan_name: row.name,
    board_approval_date: row.date,
    stockholder_approval_date: row.stockholder_approval_date,
    initial_shares_reserved: before ? before['initial_shares_reserved'] : row.reserved,
    default_cancellation_behavior: row.default_cancellation_behavior,
    stock_class_ids: [...classIds],
    comments: comments.length > 0 ? comments : null,
  });
}

export function valuationObjectOf(row: Row, currency: string, before: OcfObject | null): OcfObject {
  const { provider: _provider, board_approval_date: _b, stockholder_approval_date: _s, ...kept } = before ?? {};
  return withoutNull({
    ...kept,
    object_type: 'VALUATION',
    id: row.id,
    stock_class_id: row.share_class_id,
    price_per_share: { amount: row.price_per_share, currency },
    effective_date: row.effective_date,
    valuation_type: before?.['valuation_type'] ?? '409A',
    provider: row.provider,
    board_approval_date: row.board_approval_date,
    stockholder_approval_date: row.stockholder_approval_date,
  });
}

export const legendObjectOf = (row: Row, before: OcfObject | null): OcfObject => ({
  ...before,
  object_type: 'STOCK_LEGEND_TEMPLATE',
  id: row.id,
  name: row.name,
  text: row.text,
});

/**
 * Creates or updates the rows of these objects; other types are ignored. An unknown class is left out of its plan and
 * valuation, and a valuation without an exact price has no row.
 */
export async function writeSecurityStatics(tx: Tx, org: string, objects: readonly StaticOfType[]): Promise<void> {
  const of = (type: string) => latest(objects.filter((each) => each.object_type === type).map((each) => each.object));
  await writePlans(tx, org, of('STOCK_PLAN'));
  await upsert(tx, org, 'valuation', VALUATION, of('VALUATION').flatMap(valuationRows));
  await upsert(tx, org, 'vesting_terms', VESTING_TERMS, of('VESTING_TERMS').map(vestingTermsRow));
  await upsert(tx, org, 'legend', LEGEND, of('STOCK_LEGEND_TEMPLATE').map(legendRow));
}

/** The row of one object; null when it has none. */
export function staticRowOf(object_type: string, object: OcfObject): Row | null {
  switch (object_type) {
    case 'STOCK_PLAN':
      return planRow(object);
    case 'VALUATION':
      return valuationRows(object)[0] ?? null;
    case 'VESTING_TERMS':
      return vestingTermsRow(object);
    case 'STOCK_LEGEND_TEMPLATE':
      return legendRow(object);
    default:
      return null;
  }
}

/**
 * What can still refer to an object, so that its row stays: a grant, a change of the reserve, or an issuance that
 * counts.
 */
const NAMED: Record<string, { table: string; by: string }> = {
  STOCK_PLAN: {
    table: 'equity_plan',
    by: `exists (select 1 from security s where s.org_id = t.org_id and s.stock_plan_id = t.id) or exists (select 1 from plan_pool a where a.org_id = t.org_id and a.stock_plan_id = t.id)`,
  },
  VALUATION: { table: 'valuation', by: 'false' },
  VESTING_TERMS: {
    table: 'vesting_terms',
    by: `exists (select 1 from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq where s.org_id = t.org_id and l.ocf->>'vesting_terms_id' = t.id)`,
  },
  STOCK_LEGEND_TEMPLATE: {
    table: 'legend',
    by: `exists (select 1 from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq where s.org_id = t.org_id and l.ocf->'stock_legend_ids' ? t.id)`,
  },
};

/**
 * Removes these objects' rows if nothing refers to them. Out: the removed ids; for a type without rows, all of them.
 */
export async function removeUnusedStatics(tx: Tx, org: string, object_type: string, ids: readonly string[]) {
  const kept = NAMED[object_type];
  if (!kept) return [...ids];
  const named = await tx.rows<{ id: string }>(
    `select t.id from ${kept.table} t where t.org_id = $1 and t.id = any ($2) and (${kept.by})`,
    [org, ids],
  );
  const staying = new Set(named.map(({ id }) => id));
  const gone = ids.filter((id) => !staying.has(id));
  await tx.write(`delete from ${kept.table} where org_id = $1 and id = any ($2)`, [org, gone]);
  return gone;
}

async function writePlans(tx: Tx, org: string, plans: readonly OcfObject[]): Promise<void> {
  await upsert(tx, org, 'equity_plan', EQUITY_PLAN, plans.map(planRow));
  const pairs = plans.flatMap((plan) => classIdsOf(plan).map((classId) => [idOf(plan), classId] as const));
  const ids = plans.map(idOf);
  if (ids.length === 0) return;
  const told = plans.flatMap((plan) => {
    const windows = remarkedWindows(textsOf(plan, 'comments'));
    return windows ? [{ id: idOf(plan), windows }] : [];
  });
  if (told.length > 0)
    await tx.write(
      `update equity_plan p set exercise_windows = u.windows from jsonb_to_recordset($2::jsonb) u (id text, windows jsonb)
       where p.org_id = $1 and p.id = u.id`,
      [org, JSON.stringify(told)],
    );
  await tx.write('delete from equity_plan_class where org_id = $1 and equity_plan_id = any ($2)', [org, ids]);
  await tx.write(
    `insert into equity_plan_class (org_id, equity_plan_id, share_class_id)
     select distinct c.org_id, u.plan_id, c.id from unnest($2::text[], $3::text[]) as u (plan_id, class_id)
     join share_class c on c.org_id = $1 and c.id = u.class_id`,
    [org, pairs.map(([plan]) => plan), pairs.map(([, classId]) => classId)],
  );
}

export function classIdsOf(plan: OcfObject): string[] {
  const one = textOf(plan, 'stock_class_id');
  return [...new Set([...(one === null ? [] : [one]), ...textsOf(plan, 'stock_class_ids')])];
}

const EQUITY_PLAN = {
  id: 'text',
  name: 'text',
  initial_reserved: 'numeric',
  default_cancellation_behavior: 'text',
  board_approval_date: 'date',
  stockholder_approval_date: 'date',
};
function planRow(plan: OcfObject): Row {
  const reserved = decimalOf(plan, 'initial_shares_reserved');
  return {
    id: idOf(plan),
    name: textOf(plan, 'plan_name') ?? idOf(plan),
    initial_reserved: reserved === null || reserved < 0n ? '0' : formatDecimal(reserved),
    default_cancellation_behavior: textOf(plan, 'default_cancellation_behavior'),
    board_approval_date: dateOf(plan, 'board_approval_date'),
    stockholder_approval_date: dateOf(plan, 'stockholder_approval_date'),
  };
}

const VALUATION = {
  id: 'text',
  share_class_id: 'text',
  price_per_share: 'numeric',
  currency: 'text',
  effective_date: 'date',
  valuation_type: 'text',
  provider: 'text',
  board_approval_date: 'date',
  stockholder_approval_date: 'date',
};
function valuationRows(valuation: OcfObject): Row[] {
  const price = moneyOf(valuation, 'price_per_share');
  if (price === null) return [];
  return [
    {
      id: idOf(valuation),
      share_class_id: textOf(valuation, 'stock_class_id'),
      price_per_share: formatDecimal(price.amount),
      currency: price.currency ?? 'USD',
      effective_date: dateOf(valuation, 'effective_date'),
      valuation_type: textOf(valuation, 'valuation_type') ?? '409A',
      provider: textOf(valuation, 'provider'),
      board_approval_date: dateOf(valuation, 'board_approval_date'),
      stockholder_approval_date: dateOf(valuation, 'stockholder_approval_date'),
    },
  ];
}

const VESTING_TERMS = {
  id: 'text',
  name: 'text',
  description: 'text',
  allocation_type: 'text',
  terms: 'jsonb',
};
const vestingTermsRow = (terms: OcfObject): Row => ({
  id: idOf(terms),
  name: textOf(terms, 'name') ?? idOf(terms),
  description: textOf(terms, 'description'),
  allocation_type: textOf(terms, 'allocation_type'),
  terms: JSON.stringify(terms),
});

const LEGEND = { id: 'text', name: 'text', text: 'text' };
const legendRow = (legend: OcfObject): Row => ({
  id: idOf(legend),
  name: textOf(legend, 'name') ?? idOf(legend),
  text: textOf(legend, 'text') ?? '',
});

/** Of two objects with one id the later one counts; one without an id has no row. */
function latest(objects: readonly OcfObject[]): OcfObject[] {
  const byId = new Map(objects.map((object) => [idOf(object), object]));
  byId.delete('');
  return [...byId.values()];
}

/** Names and types come from the tables above, never from data. */
async function upsert(tx: Tx, org: string, table: string, columns: Record<string, string>, rows: readonly Row[]) {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const picked = names.map((name) => {
    if (columns[name] === 'jsonb') return `u.${name}::jsonb`;
    // An unknown class is left out, so that the row can be written.
    return name === 'share_class_id'
      ? `(select c.id from share_class c where c.org_id = $1 and c.id = u.share_class_id)`
      : `u.${name}`;
  });
  const arrays = names.map((name, at) => `$${at + 2}::${columns[name] === 'jsonb' ? 'text' : columns[name]}[]`);
  const updates = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
  await tx.write(
    `insert into ${table} as t (org_id, ${names.join(', ')})
     select $1::uuid, ${picked.join(', ')} from unnest(${arrays.join(', ')}) as u (${names.join(', ')})
     on conflict (org_id, id) do update set ${updates.join(', ')}, version = t.version + 1`,
    [org, ...names.map((name) => rows.map((row) => row[name] ?? null))],
  );
}

function withoutNull(object: Record<string, unknown>): OcfObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
}
