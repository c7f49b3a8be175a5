// The holder that a row names: a person by first and last name, an entity by its own, with the person as its contact.
import { isNothing } from '../values/cells.ts';
import { countryOf } from '../values/countries.ts';
import type { Named } from './records.ts';
import type { RowReader } from './rowReader.ts';
import type { MeantTable } from './table.ts';

export function namedOf(reader: RowReader, { index, columns }: MeantTable): Named {
  const person = [reader.text('first_name'), reader.text('last_name')].filter(Boolean).join(' ');
  const entity = reader.text('holder', 'fund') || reader.text('holder', 'institution');
  const name = reader.text('holder', '') || entity || person;
  const street = [reader.text('street_1'), reader.text('street_2')].filter(Boolean).join(', ');
  const [city, state] = [reader.text('city'), reader.text('state')];
  const [postal_code, country] = [reader.text('postal_code'), reader.text('country')];
  if (!isNothing(country) && countryOf(country) === '')
    reader.warn(
      'country_unknown',
      'country',
      'This names no country, so the address comes in without it. Write the country in words or as its two letters.',
    );
  const hasAddress = [street, city, state, postal_code, country].some(Boolean);
  return {
    place: { table: index, row: reader.row.number },
    name,
    email: reader.text('email'),
    id: reader.text('holder_id'),
    kind: reader.text('holder_kind', '') || (entity && name === entity ? 'institution' : ''),
    relationship: reader.text('holder_kind', 'relationship'),
    contact: name !== person ? person : '',
    address: hasAddress ? { street, city, state, postal_code, country } : null,
    wide: null,
    hasEmailColumn: columns.some(({ field }) => field === 'email'),
    isFaulty: false,
  };
}

/** Of a row of a journal whose shares go back to the company: who gave them. */
export const giverOf = (reader: RowReader, { index: table }: MeantTable): Named => ({
  place: { table, row: reader.row.number },
  name: reader.text('counterparty', 'name'),
  email: reader.text('counterparty', 'email'),
  id: reader.text('counterparty', 'id'),
  kind: '',
  relationship: '',
  contact: '',
  address: null,
  wide: null,
  hasEmailColumn: false,
  isFaulty: false,
});

/** Reports a row that names nobody. False then. */
export function checkHolder(reader: RowReader, named: Named): boolean {
  if (named.name !== '') return true;
  const column = reader.column('holder') ?? reader.column('first_name') ?? reader.column('last_name');
  const isReported = column !== undefined && reader.valueOf(column).faults.length > 0;
  if (!isReported)
    reader.error(
      'holder_missing',
      column ?? null,
      'The row has shares or an amount, but no holder. Enter the name of the holder.',
    );
  return false;
}
