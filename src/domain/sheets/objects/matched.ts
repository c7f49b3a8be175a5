// Q13: which of the company's securities the rows of a file are: by their number, else by holder, class, day and quantity. A ledger
// that comes after a table of holdings, or after certificates that were typed in, would otherwise count the same shares twice.
import { grouped, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { SecurityState } from '#src/domain/ledger/core/state.ts';
import { findingAt } from '../findings.ts';
import type { SheetFinding } from '../reading.ts';
import type { Event, Place, Security } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { LAST_DAY } from './existing.ts';
import type { Existing } from './existing.ts';

export interface MatchingInput {
  /** Without holdings that the ledger has already. */
  securities: readonly Security[];
  events: readonly Event[];
  tables: readonly MeantTable[];
  existing: Existing;
  /** The id that a security's own key gives. */
  ownId: (security: Security) => string;
  holderId: (named: number) => string;
  classId: (name: string) => string;
  nameOf: (named: number) => string;
  /** The ledger's securities that holdings of the file stand for, by id. */
  held: ReadonlySet<string>;
  /** Rests of holdings: they come in besides what the ledger has. */
  isRest: (security: Security) => boolean;
}

export interface Matched {
  known: Map<Security, SecurityState>;
  findings: SheetFinding[];
}

export function matchedSecurities(input: MatchingInput): Matched {
  const { securities, existing, ownId, tables, held, isRest } = input;
  const known = new Map<Security, SecurityState>();
  const taken = new Set(held);
  const note = (security: Security, state: SecurityState) => {
    known.set(security, state);
    taken.add(state.row.security_id);
  };
  for (const security of securities) {
    const found = existing.security(security, ownId(security));
    if (found) note(security, found);
  }
  const findings: SheetFinding[] = [];
  for (const security of securities) {
    if (known.has(security) || security.isDateMissing || isRest(security)) continue;
    const found = existing
      .alike(factsOf(input, security))
      .find(({ row }) => !taken.has(row.security_id) && isSameNumber(security.number, row.custom_id));
    if (!found) continue;
    note(security, found);
    if (security.number === '' || security.number === found.row.custom_id) continue;
    const message = `${found.row.custom_id} of the ledger has the same digits, holder, class, day and quantity, so it is taken as this one and keeps its number.`;
    findings.push(
      findingAt(tables, security.place, 'security_id', { code: 'number_differs', severity: 'warning', message }),
    );
  }
  return { known, findings: [...findings, ...besides(input, known, taken)] };
}

/** "CS-012" and "12" are written for one certificate; "CS-1" and "CS-2" are two, also of one day and quantity. */
const isSameNumber = (file: string, ours: string): boolean => file === '' || digitsOf(file) === digitsOf(ours);

const digitsOf = (number: string): string =>
  /(\d{1,20})\D*$/.exec(number.slice(-40))?.[1]?.replace(/^0+/, '') ?? number;

const factsOf = ({ holderId, classId }: MatchingInput, security: Security) => ({
  kind: security.kind,
  holder: holderId(security.holder),
  unit: security.kind === 'stock' ? classId(security.class_name) : null,
  day: security.date,
  quantity: security.kind === 'convertible' ? security.principal.amount : security.quantity,
});

interface Coming {
  kind: Security['kind'];
  holder: number;
  class_name: string | null;
  quantity: Decimal;
  place: Place;
}

/** New shares of a holder who has as many, or an opening balance, by certificates that the file does not name. */
function besides(
  input: MatchingInput,
  known: ReadonlyMap<Security, unknown>,
  taken: ReadonlySet<string>,
): SheetFinding[] {
  const { securities, events, tables, existing, holderId, classId, nameOf, isRest } = input;
  const coming: Coming[] = [
    ...securities.flatMap((each): Coming[] =>
      known.has(each) || isRest(each) || (each.kind !== 'stock' && each.kind !== 'option')
        ? []
        : [{ ...each, class_name: each.kind === 'stock' ? each.class_name : null }],
    ),
    ...events.flatMap((each): Coming[] => (each.seller === null ? [{ ...each, kind: 'stock' }] : [])),
  ];
  const unitOf = ({ class_name }: Coming) => (class_name === null ? null : classId(class_name));
  const groups = Map.groupBy(coming, (each) => JSON.stringify([each.kind, holderId(each.holder), unitOf(each)]));
  return [...groups.values()].flatMap((group): SheetFinding[] => {
    const first = group[0]!;
    const open = existing
      .openAt(LAST_DAY, first.kind, holderId(first.holder), unitOf(first))
      .filter(({ security_id }) => !taken.has(security_id));
    const [ours, file] = [sumOf(open.map(({ left }) => left)), sumOf(group.map(({ quantity }) => quantity))];
    const isOpening = open.some(({ security_id }) => existing.isOpening(security_id));
    if (open.length === 0 || (ours !== file && !isOpening)) return [];
    const numbers = open.slice(0, 3).map(({ number }) => number);
    const by = open.length > 3 ? `${numbers.join(', ')} and others` : numbers.join(', ');
    const message = `${nameOf(first.holder)} has ${grouped(ours)} in the ledger by ${by}, which this file does not name. The ${grouped(file)} of this file are imported in addition. If they are the same shares, undo the import that brought the others, or leave these rows out.`;
    return [findingAt(tables, first.place, 'security_id', { code: 'counted_besides', severity: 'warning', message })];
  });
}

const sumOf = (all: readonly Decimal[]): Decimal => all.reduce((sum, each) => sum + each, ZERO);
