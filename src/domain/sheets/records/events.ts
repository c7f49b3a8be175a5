// A row of a journal: shares issued, passed on, bought back, cancelled or converted. Who holds them afterwards, and who gave them.
import { nameKey } from '../meanings/peopleWords.ts';
import type { EventMeaning } from '../meanings/eventWords.ts';
import { isNothing } from '../values/cells.ts';
import type { Event } from './records.ts';
import type { RowReader } from './rowReader.ts';
import type { FileFacts, MeantTable } from './table.ts';

const COMPANY =
  /^(?:the |die |der |la |le |de |a |o )?(?:company|issuer|treasury|corporation|gesellschaft|emittentin?|société|sociedad|sociedade|società|vennootschap|selskap(?:et)?|bolag(?:et)?|empresa|emittente)$/;

/** Whether a party is the company itself. */
const isCompany = (name: string, { company, issuer }: FileFacts): boolean =>
  COMPANY.test(nameKey(name)) || nameKey(name) === issuer || (company !== '' && nameKey(name) === nameKey(company));

export interface Parties {
  what: EventMeaning;
  /** The record of the row is of the giver: nobody receives what the company takes back. */
  isOfGiver: boolean;
  hasSeller: boolean;
}

/** In: the name that the row has as its holder. Reports a row that does not say what happened, or that contradicts itself. Null for one that is not imported. */
export function partiesOf(reader: RowReader, facts: FileFacts, holder: string): Parties | null {
  const giver = partyOf(reader.text('counterparty', 'name'));
  const hasGiver =
    giver !== '' || reader.text('counterparty', 'email') !== '' || reader.text('counterparty', 'id') !== '';
  const receiver = partyOf(holder);
  const hasReceiver = receiver !== '' && !isCompany(receiver, facts);
  const isFromCompany = giver !== '' && isCompany(giver, facts);
  const isToCompany = receiver !== '' && !hasReceiver;
  const type = reader.text('instrument', 'event');
  const what =
    type !== ''
      ? facts.eventOf(type)
      : hasGiver && !isFromCompany
        ? isToCompany
          ? 'repurchase'
          : 'transfer'
        : 'issue';
  // It is asked what the word means.
  if (what === null || what === 'ignore') return null;
  switch (what) {
    case 'issue':
      if (hasGiver && !isFromCompany) contradicts(reader, 'issues shares and names somebody who gave them');
      return { what, isOfGiver: false, hasSeller: false };
    case 'transfer':
      if (isToCompany && hasGiver) return { what: 'repurchase', isOfGiver: true, hasSeller: false };
      if (!hasGiver || isFromCompany)
        reader.error(
          'seller_missing',
          reader.column('counterparty') ?? null,
          'The row passes shares on and does not say whose they were. Enter who gave them.',
        );
      else if (nameKey(giver) === nameKey(receiver) && reader.text('counterparty', 'class') === '')
        contradicts(reader, 'passes shares from a holder to the same holder');
      else if (!hasReceiver)
        reader.error(
          'receiver_missing',
          reader.column('holder') ?? null,
          'The row does not say who received the shares. Enter the new holder, or what happened.',
        );
      return { what, isOfGiver: !hasReceiver, hasSeller: true };
    case 'conversion':
      if (reader.text('counterparty', 'class') === '')
        reader.error(
          'class_missing',
          reader.column('counterparty', 'class') ?? reader.column('class') ?? null,
          'The row converts shares and does not say of which class they were. Add a column “From class”.',
        );
      return { what, isOfGiver: !hasReceiver && hasGiver, hasSeller: true };
    default:
      if (hasGiver && hasReceiver && nameKey(giver) !== nameKey(receiver))
        contradicts(reader, 'takes shares back and names somebody who received them');
      return { what, isOfGiver: hasGiver && !isFromCompany, hasSeller: false };
  }
}

const partyOf = (text: string): string => (isNothing(text) ? '' : text);

function contradicts(reader: RowReader, contradiction: string): void {
  reader.error(
    'event_contradicts',
    reader.column('instrument', 'event') ?? reader.column('counterparty') ?? null,
    `The row ${contradiction}. Correct what happened, or the names.`,
  );
}

/** Reports a row without a class, a quantity or a day. */
export function checkEvent(reader: RowReader): void {
  const column = reader.column('class');
  if (column && reader.text('class') === '' && reader.valueOf(column).faults.length === 0)
    reader.error('class_missing', 'class', 'The row names no class of shares. Enter the class, such as Ordinary.');
  const quantity = reader.number('quantity_issued');
  if (reader.column('price') && reader.value('price')?.text === '')
    reader.warn('price_missing', 'price', 'The row has no price. It is taken without one.');
  if (reader.hasError || (quantity !== null && quantity > 0n && reader.day('issue_date') !== null)) return;
  const field = quantity === null || quantity <= 0n ? 'quantity_issued' : 'issue_date';
  reader.warn(
    'incomplete_row',
    field,
    `The row has no ${field === 'issue_date' ? 'day' : 'quantity'}, so it is not imported.`,
  );
}

export function eventOf(
  reader: RowReader,
  table: MeantTable,
  {
    holder,
    name: held,
    parties,
    onlyClass,
  }: { holder: number; name: string; parties: Parties; onlyClass: string | null },
): Event | null {
  const [quantity, date] = [reader.number('quantity_issued'), reader.day('issue_date')];
  if (quantity === null || quantity <= 0n || date === null) return null;
  const [name, email] = [reader.text('counterparty', 'name'), reader.text('counterparty', 'email')];
  const id = reader.text('counterparty', 'id');
  const class_name = reader.text('class') || (onlyClass ?? '');
  const own = { name: held, email: '', id: '' };
  const seller = name !== '' || email !== '' || id !== '' ? { name, email, id } : own;
  return {
    place: { table: table.index, row: reader.row.number },
    holder,
    class_name,
    quantity,
    date,
    price: reader.money('price'),
    consideration: reader.money('consideration'),
    type: reader.text('instrument', 'event'),
    what: parties.what,
    number: reader.text('security_id'),
    seller: parties.hasSeller ? { ...seller, class_name: reader.text('counterparty', 'class') || class_name } : null,
  };
}
