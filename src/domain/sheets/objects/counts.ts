// How many securities a file has, and which of them are new beside the ledger.
import { idOf as idOfObject, textOf } from '#src/domain/ledger/core/fields.ts';
import type { Changes, Reading } from '../reading.ts';
import type { Records, Security } from '../records/records.ts';
import type { Openings } from './openings.ts';
import type { Writing } from './writing.ts';

export type Counts = Pick<Reading['records'], 'stock_issuances' | 'grants' | 'convertibles' | 'warrants'>;

export function countsOf({ records, out, knownOf }: Writing, held: readonly Security[]): Counts {
  const here = (kind: Security['kind']) => held.filter((each) => each.kind === kind).length;
  const of = (kind: Security['kind']) => records.securities.filter((each) => each.kind === kind).length + here(kind);
  const written = out.filter(({ object_type }) => object_type === 'TX_STOCK_ISSUANCE').length;
  const known = records.securities.filter((each) => each.kind === 'stock' && knownOf(each) !== null).length;
  return {
    stock_issuances: written + known + here('stock'),
    grants: of('option'),
    convertibles: of('convertible'),
    warrants: of('warrant'),
  };
}

/** Each security once. What became of it counts as a change of it. */
export function changesOf(
  writing: Writing,
  { rests, same, less, named: held }: Openings,
  whole: Records,
  changedSecurities: ReadonlySet<Security>,
): Changes {
  const { records, existing, out } = writing;
  const ended = new Set(
    out.filter((each) => !existing.ids.has(idOfObject(each))).map((each) => textOf(each, 'security_id')),
  );
  const changes: Changes = { new: 0, changed: less.length, same: same.length, gone: 0 };
  const named = new Set<string>(held);
  for (const security of records.securities) {
    const id = writing.securityId(security);
    named.add(id);
    if (rests.has(security) || changedSecurities.has(security)) changes.changed += 1;
    else if (writing.knownOf(security) === null) changes.new += 1;
    else if (ended.has(id)) changes.changed += 1;
    else changes.same += 1;
  }
  for (const each of out) {
    const id = textOf(each, 'security_id');
    if (id === null || named.has(id) || textOf(each, 'custom_id') === null) continue;
    named.add(id);
    if (existing.ids.has(idOfObject(each))) changes.same += 1;
    else changes.new += 1;
  }
  // A file of grants says nothing about certificates.
  const kinds = [...whole.securities.map(({ kind }) => kind), ...(whole.events.length > 0 ? (['stock'] as const) : [])];
  changes.gone = existing.goneBesides(named, kinds);
  return changes;
}
