// A table of holdings says how many shares each holder has, not by which certificates. Where the ledger has some of them already,
// only what is missing comes in: a later export of the same table, or one beside certificates that were typed in, counts nothing
// twice.
import { grouped, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { findingAt, placeKey } from '../findings.ts';
import type { Column } from '../meanings/columns.ts';
import type { SheetFinding } from '../reading.ts';
import type { Option, Security, Stock } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { LAST_DAY } from './existing.ts';
import type { Existing, OpenSecurity } from './existing.ts';

export interface Openings {
  /** What is written: without holdings that the ledger has, and of others only the rest. */
  written: Security[];
  /** The rests, each with the holding that it is a part of. */
  rests: ReadonlyMap<Security, Security>;
  /** Holdings that the ledger has as they are, and those of which it has more. */
  same: readonly Security[];
  less: readonly Security[];
  /** Rows of which nothing, or only a rest, comes in: no day of theirs is missing. */
  coveredRows: ReadonlySet<string>;
  /** The ledger's securities that these holdings stand for, by id. */
  named: ReadonlySet<string>;
  findings: SheetFinding[];
}

export interface OpeningsInput {
  securities: readonly Security[];
  tables: readonly MeantTable[];
  existing: Existing;
  day: string;
  holderId: (security: Security) => string;
  /** The class of stock or the plan of an option, by its id; null where the file does not say. */
  unitId: (security: Security) => string | null;
  nameOf: (security: Security) => string;
}

type Opening = Stock | Option;

export function openingsOf(input: OpeningsInput): Openings {
  const { securities, tables, existing, day, holderId, unitId } = input;
  const groups = Map.groupBy(
    securities.filter((each) => isOpening(each, tables)),
    (each) => JSON.stringify([each.kind, holderId(each), unitId(each)]),
  );
  const found: Found = { replaced: new Map(), same: [], less: [], named: new Set(), findings: [] };
  for (const group of groups.values()) {
    const [first] = group as [Opening];
    const open = existing.openAt(day, first.kind, holderId(first), unitId(first));
    if (open.length === 0 || compare(input, group, open, found) === 'more')
      found.findings.push(...besidesLater(input, group, open));
  }
  const rests = new Map([...found.replaced].flatMap(([whole, rest]) => (rest ? [[rest, whole] as const] : [])));
  const written = securities.flatMap((each) => {
    const rest = found.replaced.get(each);
    return rest === undefined ? [each] : (rest ?? []);
  });
  const whole = new Set(written.filter((each) => !rests.has(each)).map(({ place }) => placeKey(place)));
  const coveredRows = new Set(
    [...found.replaced.keys()].map(({ place }) => placeKey(place)).filter((key) => !whole.has(key)),
  );
  return { ...found, written, rests, coveredRows };
}

const isOpening = (security: Security, tables: readonly MeantTable[]): security is Opening =>
  security.number === '' &&
  (security.kind === 'stock'
    ? security.isOpening
    : security.kind === 'option' && tables[security.place.table]!.role === 'snapshot');

interface Found extends Pick<Openings, 'findings'> {
  /** What is written in a holding's place; null for nothing. */
  replaced: Map<Security, Security | null>;
  same: Security[];
  less: Security[];
  named: Set<string>;
}

/** Out: whether the file has more. */
function compare(
  input: OpeningsInput,
  group: readonly Opening[],
  open: readonly OpenSecurity[],
  found: Found,
): 'more' | 'no_more' {
  const ours = sumOf(open);
  const file = group.reduce((sum, { quantity }) => sum + quantity, ZERO);
  for (const { security_id } of open) found.named.add(security_id);
  const last = group.at(-1)!;
  for (const each of group) found.replaced.set(each, null);
  if (file <= ours) {
    (file === ours ? found.same : found.less).push(...group);
    if (file < ours) found.findings.push(difference(input, last, ours, file));
    return 'no_more';
  }
  found.same.push(...group.slice(0, -1));
  const rest = { ...last, quantity: file - ours };
  found.replaced.set(last, rest.kind === 'stock' ? { ...rest, consideration: null } : rest);
  found.findings.push(difference(input, last, ours, file));
  return 'more';
}

/** The day of the file may be a mistake: shares that were issued later may be the same ones. */
function besidesLater(input: OpeningsInput, group: readonly Opening[], open: readonly OpenSecurity[]): SheetFinding[] {
  const { existing, holderId, unitId, nameOf, day } = input;
  const last = group.at(-1)!;
  const here = new Set(open.map(({ security_id }) => security_id));
  const later = existing
    .openAt(LAST_DAY, last.kind, holderId(last), unitId(last))
    .filter(({ security_id }) => !here.has(security_id));
  if (later.length === 0) return [];
  const message = `${nameOf(last)} has ${grouped(sumOf(later))} in the ledger, issued after ${day}. What the file has on ${day} is imported in addition. If these are the same shares, choose a later day for the file.`;
  return [
    findingAt(input.tables, last.place, columnOf(input, last), {
      code: 'holding_before_ledger',
      severity: 'warning',
      message,
    }),
  ];
}

const sumOf = (open: readonly { left: Decimal }[]): Decimal => open.reduce((sum, { left }) => sum + left, ZERO);

function columnOf({ tables }: OpeningsInput, security: Opening): Column | null {
  const { columns } = tables[security.place.table]!;
  const own = columns.find(
    ({ field, share_class, part }) =>
      (field === 'holding' && security.kind === 'stock' && share_class === security.class_name) ||
      (field === 'granted' && security.kind === 'option' && part === security.plan),
  );
  const quantity = columns.find(({ field }) => field === 'quantity_outstanding' || field === 'quantity_issued');
  return own ?? quantity ?? null;
}

function difference(input: OpeningsInput, security: Opening, ours: Decimal, file: Decimal): SheetFinding {
  const [name, has, says] = [input.nameOf(security), grouped(ours), grouped(file)];
  const rest = grouped(file - ours);
  const isMore = file > ours;
  return findingAt(input.tables, security.place, columnOf(input, security), {
    code: isMore ? 'holding_increased' : 'holding_decreased',
    severity: 'warning',
    message: isMore
      ? `${name} has ${has} in the ledger and ${says} in the file. The other ${rest} are imported as held on ${security.date}.`
      : `${name} has ${has} in the ledger and ${says} in the file. The ledger stays as it is. Enter there what happened: a transfer, a repurchase or a cancellation.`,
  });
}
