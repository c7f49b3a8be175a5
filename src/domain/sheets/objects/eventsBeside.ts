// A journal beside certificates or holdings of the same file: an issue that a certificate is already, and transfers of which nobody
// can tell whether the certificates show the holdings before or after them. Nothing is counted twice, and nothing is left out unsaid.
import { grouped, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { findingAt } from '../findings.ts';
import type { Question, SheetFinding, Skipped } from '../reading.ts';
import type { People } from '../people/holders.ts';
import { securityKey } from '../records/collect.ts';
import type { Event, Records, Stock } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { Classes } from './classes.ts';

export interface EventsBeside {
  /** The events that are imported. */
  applied: Event[];
  /** The certificate that an event made. */
  certificateOf: ReadonlyMap<Event, Stock>;
  questions: Question[];
  findings: SheetFinding[];
  skipped: Skipped[];
}

export interface BesideInput {
  records: Records;
  people: People;
  classes: Classes;
  tables: readonly MeantTable[];
  answers: Readonly<Record<string, string>>;
}

/** What of a certificate is still held. */
export const leftOf = ({ quantity, outstanding, cancelled }: Stock): Decimal =>
  outstanding ?? quantity - (cancelled ?? ZERO);

export function eventsBeside(input: BesideInput): EventsBeside {
  const { records, tables, answers } = input;
  const stock = records.securities.filter((each): each is Stock => each.kind === 'stock');
  const beside: EventsBeside = { applied: [], certificateOf: new Map(), questions: [], findings: [], skipped: [] };
  if (stock.length === 0 || records.events.length === 0) return { ...beside, applied: records.events };
  const found = certificatesOf(input, stock);
  for (const [index, events] of Map.groupBy(records.events, ({ place }) => place.table)) {
    const table = tables[index]!;
    const rest: Event[] = [];
    for (const event of events) {
      const issued = event.what === 'issue' ? found.get(event) : undefined;
      if (issued) sayIssued(input, event, issued, beside);
      else rest.push(event);
    }
    const open = rest.filter((event) => mayBeShown(input, event, found));
    if (open.length === 0) {
      beside.applied.push(...rest);
      continue;
    }
    const question = whetherShown(table, open, answers);
    beside.questions.push(question);
    if (question.answer === 'before') beside.applied.push(...rest);
    else if (question.answer === 'after')
      for (const { place } of rest) beside.skipped.push(skippedAt(table, place.row));
  }
  return { ...beside, certificateOf: found };
}

const skippedAt = ({ tab, kinds }: MeantTable, row: number): Skipped => ({
  tab,
  row,
  label: (kinds.find((each) => each.row.number === row)?.label ?? '').slice(0, 200),
  reason: 'by_choice',
});

const partyOf = ({ people, classes }: BesideInput, named: number, class_name: string): string =>
  `${people.holderOf[named]!} ${classes.named(class_name).key}`;

/** Whose shares an event takes; undefined where it takes none, null for somebody whom the file does not know. */
function giverOf(input: BesideInput, { what, holder, class_name, seller }: Event): string | null | undefined {
  if (what === 'repurchase' || what === 'cancellation') return partyOf(input, holder, class_name);
  if (seller === null) return undefined;
  const own = what === 'conversion' ? input.people.holderOf[holder]! : input.people.find(seller);
  return own === null ? null : `${own} ${input.classes.named(seller.class_name).key}`;
}

const receives = ({ what }: Event): boolean => what !== 'repurchase' && what !== 'cancellation';

class Certificates extends Map<Event, Stock> {
  byParty: ReadonlyMap<string, Stock[]> = new Map();
  /** Who receives shares by the journal. */
  receivers: ReadonlySet<string> = new Set();
}

/** The certificate of the same holder, class, day and quantity, each once. */
function certificatesOf(input: BesideInput, stock: readonly Stock[]): Certificates {
  const found = new Certificates();
  found.byParty = Map.groupBy(stock, (each) => partyOf(input, each.holder, each.class_name));
  found.receivers = new Set(
    input.records.events.filter(receives).map((each) => partyOf(input, each.holder, each.class_name)),
  );
  const factsKey = (party: string, date: string, quantity: Decimal) => `${party} ${date} ${quantity}`;
  const dated = stock.filter(({ isDateMissing }) => !isDateMissing);
  const byFacts = Map.groupBy(dated, (each) =>
    factsKey(partyOf(input, each.holder, each.class_name), each.date, each.quantity),
  );
  for (const event of input.records.events) {
    if (!receives(event)) continue;
    const alike = byFacts.get(factsKey(partyOf(input, event.holder, event.class_name), event.date, event.quantity));
    const at = alike?.findIndex(({ number }) => isSameNumber(event.number, number)) ?? -1;
    if (at >= 0) found.set(event, alike!.splice(at, 1)[0]!);
  }
  return found;
}

const isSameNumber = (one: string, other: string): boolean =>
  one === '' || other === '' || securityKey(one) === securityKey(other);

/** Whether the certificates may show the holdings after an event. */
function mayBeShown(input: BesideInput, event: Event, found: Certificates): boolean {
  if (found.has(event)) return true;
  const { byParty, receivers } = found;
  const own = receives(event) ? (byParty.get(partyOf(input, event.holder, event.class_name)) ?? []) : [];
  if (event.what === 'issue')
    return own.some(
      ({ date, quantity, isDateMissing }) => isDateMissing || date === event.date || quantity === event.quantity,
    );
  if (own.some(({ date, isDateMissing }) => isDateMissing || date >= event.date)) return true;
  const giver = giverOf(input, event);
  const held = typeof giver === 'string' ? (byParty.get(giver) ?? []) : [];
  if (held.some((each) => each.isDateMissing || leftOf(each) < each.quantity || each.ended_on !== null)) return true;
  const isOfJournal = typeof giver === 'string' && receivers.has(giver);
  const before = held.filter(({ date }) => date <= event.date);
  return !isOfJournal && before.reduce((sum, each) => sum + leftOf(each), ZERO) < event.quantity;
}

function sayIssued(
  { tables, people }: BesideInput,
  event: Event,
  stock: Stock,
  { findings, skipped }: EventsBeside,
): void {
  const holder = people.holders[people.holderOf[event.holder]!]!.name;
  const by = stock.number === '' ? `row ${stock.place.row}` : stock.number;
  const message = `${holder} has these ${grouped(event.quantity)} shares of ${event.date} by ${by} of this file already, so the issue is not imported again.`;
  findings.push(
    findingAt(tables, event.place, 'quantity_issued', { code: 'event_shown', severity: 'warning', message }),
  );
  skipped.push(skippedAt(tables[event.place.table]!, event.place.row));
}

const CHOICES = [
  { value: 'after', label: 'After that: these rows are in the holdings already, and add nothing' },
  { value: 'before', label: 'Before that: these rows still change the holdings' },
];

function whetherShown(table: MeantTable, events: readonly Event[], answers: BesideInput['answers']): Question {
  const id = `event_shown:${table.id}`;
  const [first] = events as [Event];
  const name = table.tab === null ? 'This table' : `“${table.tab}”`;
  return {
    id,
    code: 'event_shown',
    text: `${name} says what happened to shares that another table of the file has, such as ${grouped(first.quantity)} on ${first.date}. Does the other table show the holdings before or after that?`,
    tab: table.tab,
    column: table.columns.find(({ field }) => field === 'quantity_issued')?.letters ?? null,
    rows: events.slice(0, ROWS_MAX).map(({ place }) => place.row),
    choices: CHOICES,
    answer: CHOICES.find(({ value }) => value === answers[id])?.value ?? null,
  };
}

/** So many rows are named in one question. */
const ROWS_MAX = 100;
