// Compares the screens' rows of holders, classes, plans, valuations, schedules and legends with the stored objects: both are
// written together, so a row that differs was changed by hand.
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import { isSameJson, parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { idOf, isObject, listOf, numeralOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { StaticObject } from '#server/data/replay.ts';
import { classIdsOf, staticRowOf } from '#server/data/securityStatics.ts';
import { shareClassRowOf, shareholderRowOf, stakeholderObjectOf } from '#server/data/staticRows.ts';
import type { Row, Tx } from '#server/db/database.ts';

interface Kind {
  object_type: string;
  table: string;
  /** The row according to the object; null when it has none. */
  rowOf: (object: OcfObject) => Row | null;
  /** Columns that the object does not determine in this case. */
  leftOpen?: (row: Row, object: OcfObject) => readonly string[];
}

/** Sentences that name the table, the row and the columns. */
export async function compareStatics(tx: Tx, org: string, statics: readonly StaticObject[]): Promise<string[]> {
  const faults: string[] = [];
  for (const kind of KINDS) {
    const objects = statics.filter((each) => each.object_type === kind.object_type);
    faults.push(...(await compareKind(tx, org, kind, new Map(objects.map(({ object }) => [idOf(object), object])))));
  }
  return [...faults, ...(await comparePlanClasses(tx, org, statics))];
}

async function compareKind(tx: Tx, org: string, kind: Kind, objects: Map<string, OcfObject>): Promise<string[]> {
  const { table, rowOf, leftOpen } = kind;
  const stored = await tx.rows<{ id: string; row: string }>(
    `select id::text as id, (to_jsonb(t))::text as row from ${table} t where org_id = $1 order by id`,
    [org],
  );
  const faults: string[] = [];
  const classes = table === 'valuation' ? await classIds(tx, org) : null;
  for (const { id, row: text } of stored) {
    const object = objects.get(id);
    objects.delete(id);
    const row = parseExactly(text) as Row;
    const wanted = object && rowOf(object);
    if (!object || !wanted) {
      faults.push(`${table} ${id} is a row that no object makes.`);
      continue;
    }
    // A class that did not exist when the valuation was imported is left out of its row.
    if (classes && !classes.has(String(wanted.share_class_id))) wanted.share_class_id = null;
    const open = leftOpen?.(row, object) ?? [];
    const wrong = Object.keys(wanted).filter((name) => !open.includes(name) && !isSame(row[name], wanted[name]));
    if (wrong.length > 0) faults.push(`${table} ${id} differs from its object in ${wrong.join(', ')}.`);
  }
  for (const [id, object] of objects)
    if (id !== '' && rowOf(object) !== null) faults.push(`${table} is missing the row of ${kind.object_type} ${id}.`);
  return faults;
}

async function classIds(tx: Tx, org: string): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>('select id::text as id from share_class where org_id = $1', [org]);
  return new Set(rows.map(({ id }) => id));
}

async function comparePlanClasses(tx: Tx, org: string, statics: readonly StaticObject[]): Promise<string[]> {
  const known = await classIds(tx, org);
  const rows = await tx.rows<{ plan: string; classes: string[] }>(
    `select p.id::text as plan, array_remove(array_agg(c.share_class_id::text), null) as classes
     from equity_plan p left join equity_plan_class c on c.org_id = p.org_id and c.equity_plan_id = p.id where p.org_id = $1 group by p.id`,
    [org],
  );
  const stored = new Map(rows.map(({ plan, classes }) => [plan, classes]));
  return statics.flatMap(({ object_type, object }) => {
    if (object_type !== 'STOCK_PLAN') return [];
    const [wanted, have] = [classIdsOf(object).filter((id) => known.has(id)), stored.get(idOf(object)) ?? []];
    return wanted.length === have.length && wanted.every((id) => have.includes(id))
      ? []
      : [`equity_plan_class of ${idOf(object)} is ${have.join(', ') || 'empty'}, which differs from its object.`];
  });
}

const KINDS: readonly Kind[] = [
  {
    object_type: 'STAKEHOLDER',
    table: 'shareholder',
    rowOf: (object) => withoutId(shareholderRowOf(object)),
    leftOpen: (row, object) => openOfHolder(row, object),
  },
  {
    object_type: 'STOCK_CLASS',
    table: 'share_class',
    rowOf: (object) => withoutId(shareClassRowOf(object)),
    leftOpen: (_row, object) => openOfClass(object),
  },
  ...(
    [
      ['STOCK_PLAN', 'equity_plan'],
      ['VALUATION', 'valuation'],
      ['VESTING_TERMS', 'vesting_terms'],
      ['STOCK_LEGEND_TEMPLATE', 'legend'],
    ] as const
  ).map(([object_type, table]): Kind => {
    return {
      object_type,
      table,
      rowOf: (object) => {
        const row = staticRowOf(object_type, object);
        return row && withoutId(row);
      },
    };
  }),
];

const withoutId = ({ id: _id, ...columns }: Row): Row => columns;

const ADDRESS = ['street_1', 'street_2', 'city', 'state', 'postal_code'];

/** OCF has no address without a country, and an address typed here may contain more than an object can hold. */
function openOfHolder(row: Row, object: OcfObject): readonly string[] {
  if (row.country === null) return ADDRESS;
  if (!isSameJson(stakeholderObjectOf({ ...row, id: idOf(object) }, object), object)) return [];
  return [...ADDRESS, 'relationship', 'email'];
}

/** Objects do not contain a ratio without a class to convert into, or the currency of a class without a price. */
function openOfClass(object: OcfObject): readonly string[] {
  const hasPrice = isObject(object['par_value']) || isObject(object['price_per_share']);
  return [
    ...(listOf(object, 'conversion_rights').length === 0 ? ['conversion_ratio', 'converts_to_share_class_id'] : []),
    ...(hasPrice ? [] : ['currency']),
  ];
}

/** Compares numbers by value, JSON as JSON. */
function isSame(stored: unknown, wanted: unknown): boolean {
  if (isObject(stored) && numeralOf(stored) === null) return isSameJson(stored, parseExactly(String(wanted)));
  const [have, want] = [numeralOf(stored), numeralOf(wanted)];
  const number = parseDecimal(have);
  return have === want || (number !== null && number === parseDecimal(want));
}
