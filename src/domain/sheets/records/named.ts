// The holder that a row names: a person by first and last name, an entity by its own, with the person as its contact.
import { isSeen } from '#src/domain/text.ts';
import { isEntityName, nameKey, relationshipOf, statedTypeOf } from '../meanings/peopleWords.ts';
import { nameCellOf } from '../people/nameCells.ts';
import type { NameCell } from '../people/nameCells.ts';
import { isNothing } from '../values/cells.ts';
import { countryOf } from '../values/countries.ts';
import type { Named } from './records.ts';
import type { RowReader } from './rowReader.ts';
import type { MeantTable } from './table.ts';

export function namedOf(reader: RowReader, { index, columns }: MeantTable): Named {
  const person = [reader.text('first_name'), reader.text('last_name')].filter(Boolean).join(' ');
  const own = ownNameOf(reader);
  const { name, contact } = holderOf(reader, own.name, person);
  if (ENDED_NAME.test(name.slice(0, 300)))
    reader.warn(
      'name_has_status',
      reader.column('holder') ?? null,
      `“${name.slice(0, 60)}” says what became of the shares. They are imported as outstanding. If they are not, leave the row out, or enter a status.`,
    );
  const street = [reader.text('street_1'), reader.text('street_2')].filter(Boolean).join(', ');
  const [city, state] = [reader.text('city'), reader.text('state')];
  const [postal_code, country] = [reader.text('postal_code'), reader.text('country')];
  if (!isNothing(country) && countryOf(country) === '')
    reader.warn(
      'country_unknown',
      'country',
      'This names no country, so the address is imported without it. Write the country in words or as its two letters.',
    );
  const relationship = reader.text('holder_kind', 'relationship');
  if (!isNothing(relationship) && relationshipOf(relationship) === undefined && statedTypeOf(relationship) === null)
    reader.warn(
      'relationship_unknown',
      reader.column('holder_kind', 'relationship') ?? null,
      'This relationship is not known here, so the holder is imported without one. Choose it on their record afterwards, or write founder, employee, investor, advisor, consultant, board member, executive or other.',
    );
  const hasAddress = [street, city, state, postal_code, country].some(Boolean);
  return {
    place: { table: index, row: reader.row.number },
    name,
    email: reader.text('email') || own.email,
    id: reader.text('holder_id'),
    kind: reader.text('holder_kind', '') || (entityOf(reader) !== '' && name === entityOf(reader) ? 'institution' : ''),
    relationship,
    group: '',
    contact,
    address: hasAddress ? { street, city, state, postal_code, country } : null,
    wide: null,
    hasEmailColumn: columns.some(({ field }) => field === 'email'),
    isFaulty: false,
  };
}

/** "Ben Ost (cancelled)", "Dee Fox - transferred to Ann". */
const ENDED_NAME =
  /[([–—-]\s*(?:cancell?ed|transferred|repurchased|bought back|sold|void(?:ed)?|forfeited|redeemed|storniert|übertragen|verkauft|annulé|cédé|vendu|anulado|vendido)\b/i;

/** The holder's cell, and the e-mail that stands in it. What a column of e-mails says otherwise is reported. */
function ownNameOf(reader: RowReader): NameCell {
  const text = reader.text('holder', '');
  const found = nameCellOf(text);
  const column = reader.column('holder', '') ?? null;
  if (found === null) {
    reader.error(
      'name_with_addresses',
      column,
      'The cell has several e-mails. Enter one holder with one e-mail, and give each other holder a row.',
    );
    return { name: text, email: '' };
  }
  if (found.email !== '' && found.name === '') return { name: '', email: found.email };
  const stated = reader.text('email');
  if (found.email !== '' && stated !== '' && stated.toLowerCase() !== found.email.toLowerCase())
    reader.warn(
      'email_differs',
      column,
      `The name has the e-mail ${found.email}, and the row has ${stated} as its e-mail. ${stated} is taken.`,
    );
  else if (found.email !== '')
    reader.warn('email_in_name', column, `“${found.name}” is taken as the name, and ${found.email} as the e-mail.`);
  return found;
}

/** A fund, else its institution. */
const entityOf = (reader: RowReader): string => reader.text('holder', 'fund') || reader.text('holder', 'institution');

/** An institution holds, and the person beside it is its contact, unless the row says that it is of an individual. */
function holderOf(reader: RowReader, own: string, person: string): { name: string; contact: string } {
  const entity = entityOf(reader);
  if (own === '' || entity === '' || nameKey(own) === nameKey(entity)) {
    const name = own || entity || person;
    return { name, contact: name !== person ? person : '' };
  }
  const type = statedTypeOf(reader.text('holder_kind', ''));
  if (type === 'INDIVIDUAL') return { name: own, contact: '' };
  // A fund beside the institution that manages it: the fund holds.
  if (type === null && isEntityName(own)) return { name: own, contact: person };
  reader.warn(
    'holder_institution',
    reader.column('holder', 'fund') ?? reader.column('holder', 'institution') ?? null,
    `“${entity}” is taken as the holder, and “${own}” as its contact.`,
  );
  return { name: entity, contact: own };
}

/** Of a row of a journal whose shares go back to the company: who gave them. */
export const giverOf = (reader: RowReader, { index: table }: MeantTable): Named => ({
  place: { table, row: reader.row.number },
  name: reader.text('counterparty', 'name'),
  email: reader.text('counterparty', 'email'),
  id: reader.text('counterparty', 'id'),
  kind: '',
  relationship: '',
  group: '',
  contact: '',
  address: null,
  wide: null,
  hasEmailColumn: false,
  isFaulty: false,
});

/** Reports a row that names nobody. False then. */
export function checkHolder(reader: RowReader, named: Named): boolean {
  if (isSeen(named.name)) return true;
  const column = reader.column('holder') ?? reader.column('first_name') ?? reader.column('last_name');
  const isReported = column !== undefined && reader.valueOf(column).faults.some(({ severity }) => severity === 'error');
  if (!isReported)
    reader.error(
      'holder_missing',
      column ?? null,
      'The row has shares or an amount, but no holder. Enter the name of the holder.',
    );
  return false;
}
