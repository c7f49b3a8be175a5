// A table of events, replayed by day and within a day as the file goes: shares are issued, pass to others and become other shares.
import { formatDecimal, grouped, multiply } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { findingAt } from '../findings.ts';
import type { Event, Money, Stock } from '../records/records.ts';
import { declareRight } from './endings.ts';
import { leftOf } from './eventsBeside.ts';
import { given } from '#src/domain/ledger/core/fields.ts';
import { money } from './parts.ts';
import type { Writing } from './writing.ts';

interface Lot {
  security_id: string;
  left: Decimal;
  /** From which day the holder has it. */
  from: string;
}

/** In: the certificates of the file that events made. */
export function eventsOf(writing: Writing, certificateOf: ReadonlyMap<Event, Stock>): void {
  const { events } = writing.records;
  if (events.length === 0) return;
  const context: Replay = { lots: lotsOfFile(writing), seen: new Map(), made: [], certificateOf };
  for (const event of inOrder(events)) replay(writing, event, context);
  warnOfOthers(writing, context.made);
}

/** What holders have by the other tables of the file. */
function lotsOfFile({ records, people, classes, securityId }: Writing): Map<string, Lot[]> {
  const lots = new Map<string, Lot[]>();
  for (const security of records.securities) {
    if (security.kind !== 'stock') continue;
    const key = `${people.holderOf[security.holder]!} ${classes.named(security.class_name).key}`;
    const lot = { security_id: securityId(security), left: leftOf(security), from: security.date };
    const known = lots.get(key);
    if (known) known.push(lot);
    else lots.set(key, [lot]);
  }
  for (const own of lots.values()) own.sort((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1));
  return lots;
}

/** By day. Within a day a table goes from its first row down, and one with the newest rows first from its last row up. */
function inOrder(events: readonly Event[]): Event[] {
  const ordered: Event[] = [];
  for (const own of Map.groupBy(events, ({ place }) => place.table).values()) {
    let down = 0;
    for (const [index, { date }] of own.entries()) {
      const before = own[index - 1]?.date ?? date;
      down += date < before ? 1 : date > before ? -1 : 0;
    }
    ordered.push(...(down > 0 ? own.toReversed() : own));
  }
  return ordered.sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
}

interface Replay {
  lots: Map<string, Lot[]>;
  seen: Map<string, number>;
  made: Made[];
  certificateOf: ReadonlyMap<Event, Stock>;
}

interface Made {
  event: Event;
  security_id: string;
}

/** A row that a later file has with another quantity is a new one: what the ledger has of that day, and the file does not, is said. */
function warnOfOthers(writing: Writing, made: readonly Made[]): void {
  const { existing } = writing;
  const here = new Set(made.map(({ security_id }) => security_id));
  for (const { event, security_id } of made) {
    if (existing.issuanceOf(security_id) !== null) continue;
    const others = existing
      .issuedOn(event.date, writing.holderId(event.holder), writing.classId(event.class_name))
      .filter(({ row }) => !here.has(row.security_id));
    if (others.length === 0) continue;
    const numbers = others.slice(0, 3).map(({ row, issued }) => `${row.custom_id} (${grouped(issued ?? 0n)})`);
    const message = `On ${event.date} your records have ${numbers.join(', ')} of the same holder and class, which this file does not have. This row comes in besides. If it is a correction, undo the earlier import first, or leave the row out.`;
    writing.findings.push(
      findingAt(writing.tables, event.place, 'quantity_issued', {
        code: 'event_besides',
        severity: 'warning',
        message,
      }),
    );
  }
}

function replay(writing: Writing, event: Event, { lots, seen, made, certificateOf }: Replay): void {
  const { people, classes } = writing;
  const holder = people.holderOf[event.holder]!;
  const lotsOf = (who: number, class_name: string): Lot[] => {
    const key = `${who} ${classes.named(class_name).key}`;
    const found = lots.get(key) ?? [];
    lots.set(key, found);
    return found;
  };
  const base =
    event.number === ''
      ? `${people.holders[holder]!.key} ${classes.named(event.class_name).key} ${event.date} ${event.quantity}`
      : event.number.toLowerCase();
  const times = seen.get(base) ?? 0;
  seen.set(base, times + 1);
  const key = times === 0 ? base : `${base} ${times + 1}`;
  const own = certificateOf.get(event);
  const add = (quantity: Decimal, part: number): string => {
    // The certificate that it made stands in another table.
    if (own) return writing.securityId(own);
    const security_id = writing.idOf(`security event ${key} ${part}`);
    made.push({ event, security_id });
    issue(writing, event, { security_id, quantity, key: `${key} ${part}` });
    lotsOf(holder, event.class_name).push({ security_id, left: quantity, from: event.date });
    return security_id;
  };
  if (event.what === 'repurchase' || event.what === 'cancellation') {
    take(writing, event, lotsOf(holder, event.class_name), (lot, quantity, part) =>
      write(writing, 'TX_STOCK_CANCELLATION', `cancel ${key} ${part}`, event.date, {
        security_id: lot.security_id,
        quantity: formatDecimal(quantity),
        reason_text: event.type || (event.what === 'repurchase' ? 'Repurchased' : 'Cancelled'),
      }),
    );
    return;
  }
  if (event.seller === null) {
    add(event.quantity, 0);
    return;
  }
  const seller = event.what === 'conversion' ? holder : people.find(event.seller);
  if (seller === null) {
    const message = 'The seller is not a holder in the file. Enter the seller as the holder of an earlier row.';
    writing.findings.push(
      findingAt(writing.tables, event.place, 'counterparty', { code: 'holder_missing', severity: 'error', message }),
    );
    return;
  }
  const isConversion = seller === holder && classes.named(event.seller.class_name) !== classes.named(event.class_name);
  if (isConversion) declareRight(writing, event.seller, event, event.quantity);
  take(writing, event, lotsOf(seller, event.seller.class_name), (lot, quantity, part) => {
    const resulting_security_ids = [add(quantity, part)];
    const [type, field] = isConversion
      ? ['TX_STOCK_CONVERSION', 'quantity_converted']
      : ['TX_STOCK_TRANSFER', 'quantity'];
    write(writing, type!, `move ${key} ${part}`, event.date, {
      security_id: lot.security_id,
      [field!]: formatDecimal(quantity),
      resulting_security_ids,
    });
  });
}

/** Takes the quantity out of the lots, oldest first. Reports a holder who holds less. */
function take(
  writing: Writing,
  event: Event,
  lots: Lot[],
  move: (lot: Lot, quantity: Decimal, part: number) => void,
): void {
  const open = lots.filter(({ from }) => from <= event.date);
  const held = open.reduce((sum, { left }) => sum + left, 0n);
  if (held < event.quantity) {
    const message = `The seller holds ${grouped(held)} on ${event.date}, fewer than the ${grouped(event.quantity)} of this row. Correct the quantity or the day, or add the row that is missing.`;
    writing.findings.push(
      findingAt(writing.tables, event.place, 'quantity_issued', {
        code: 'not_enough_shares',
        severity: 'error',
        message,
      }),
    );
    return;
  }
  let [rest, part] = [event.quantity, 0];
  for (const lot of open) {
    if (rest === 0n) break;
    const quantity = lot.left < rest ? lot.left : rest;
    if (quantity === 0n) continue;
    lot.left -= quantity;
    rest -= quantity;
    move(lot, quantity, part);
    part += 1;
  }
  while (lots[0]?.left === 0n) lots.shift();
}

function write(writing: Writing, object_type: string, key: string, date: string, fields: object): void {
  writing.out.push({ object_type, id: writing.idOf(key), date, ...fields });
}

function issue(writing: Writing, event: Event, made: { security_id: string; quantity: Decimal; key: string }): void {
  const { class_name, price, consideration, holder, date } = event;
  const { currency, classes } = writing;
  const paid: Money | null =
    consideration ?? (price && { ...price, amount: multiply(price.amount, made.quantity, 10, 'HALF_UP') });
  write(writing, 'TX_STOCK_ISSUANCE', `issue event ${made.key}`, date, {
    security_id: made.security_id,
    custom_id: writing.nextNumber(classes.named(class_name).code, event.number),
    stakeholder_id: writing.holderId(holder),
    stock_class_id: writing.classId(class_name),
    quantity: formatDecimal(made.quantity),
    security_law_exemptions: [],
    stock_legend_ids: [],
    ...given({ share_price: price && money(price, currency), cost_basis: paid && money(paid, currency) }),
  });
}
