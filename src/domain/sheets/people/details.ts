// The details of a person that a file states and that the company keeps, in the words of the shareholders' list.
import { PERSON_FIELDS } from './personRead.ts';
import type { PersonDifference, PersonField } from './personRead.ts';
import { nameKey, relationshipOf, statedTypeOf } from '../meanings/peopleWords.ts';
import { isObject, listOf, objectOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { countryOf } from '../values/countries.ts';
import { findingAt } from '../findings.ts';
import type { Field, SheetFinding } from '../reading.ts';
import type { MeantTable } from '../records/table.ts';
import type { Holder } from './holders.ts';

/** "" where nothing is known. Both lines of a street are one. */
export type PersonDetails = Record<PersonField, string>;

/** A shareholder that the company has. */
export interface KnownPerson extends PersonDetails {
  id: string;
  /** A vendor's id or a registration number. */
  assigned_id: string;
  /** Of the company's row; null where there is none. */
  version: number | null;
}

/** Of a STAKEHOLDER object, for a company whose rows are not given. */
export function knownPersonOf(object: OcfObject): KnownPerson {
  const contact = objectOf(object, 'contact_info') ?? objectOf(object, 'primary_contact') ?? {};
  const email = listOf(contact, 'emails').find(isObject);
  const address = listOf(object, 'addresses').find(isObject);
  const of = (field: string) => (isObject(address) ? (textOf(address, field) ?? '') : '');
  return {
    id: textOf(object, 'id') ?? '',
    assigned_id: textOf(object, 'issuer_assigned_id') ?? '',
    version: null,
    name: textOf(objectOf(object, 'name') ?? {}, 'legal_name') ?? '',
    type: textOf(object, 'stakeholder_type') === 'INSTITUTION' ? 'entity' : 'individual',
    email: (isObject(email) && textOf(email, 'email_address')) || '',
    relationship: (textOf(object, 'current_relationship') ?? '').toLowerCase(),
    street_1: of('street_suite').replace(/\n/g, ', '),
    city: of('city'),
    state: of('country_subdivision'),
    postal_code: of('postal_code'),
    country: of('country'),
  };
}

/** What the rows of the file say of a holder; "" where they say nothing. */
function statedDetails({ name, named }: Pick<Holder, 'name' | 'named'>): PersonDetails {
  const first = (pick: (each: Holder['named'][number]) => string): string => named.map(pick).find(Boolean) ?? '';
  const address = named.find((each) => each.address !== null)?.address;
  const kind = first((each) => each.kind);
  const type = statedTypeOf(kind);
  return {
    name,
    type: type === null ? '' : type === 'INSTITUTION' ? 'entity' : 'individual',
    email: first((each) => each.email),
    relationship: (
      relationshipOf(`${first((each) => each.relationship)} ${kind}`) ??
      relationshipOf(first((each) => each.group)) ??
      ''
    ).toLowerCase(),
    street_1: address?.street ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postal_code: address?.postal_code ?? '',
    country: countryOf(address?.country ?? ''),
  };
}

/** What the file states otherwise. What it leaves out is no difference. */
export function differencesOf(holder: Holder, ours: KnownPerson): PersonDifference[] {
  const stated = statedDetails(holder);
  return PERSON_FIELDS.filter((field) => stated[field] !== '' && !isSame(field, stated[field], ours[field])).map(
    (field) => ({ field, ours: ours[field], file: stated[field] }),
  );
}

function isSame(field: PersonField, file: string, ours: string): boolean {
  if (field === 'name') return nameKey(file) === nameKey(ours);
  const key = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  return field === 'email' ? key(file).toLowerCase() === key(ours).toLowerCase() : key(file) === key(ours);
}

const COLUMNS: Record<Exclude<PersonField, 'name'>, { field: Field; words: string }> = {
  type: { field: 'holder_kind', words: 'kind' },
  email: { field: 'email', words: 'e-mail' },
  relationship: { field: 'holder_kind', words: 'relationship' },
  street_1: { field: 'street_1', words: 'street' },
  city: { field: 'city', words: 'city' },
  state: { field: 'state', words: 'state' },
  postal_code: { field: 'postal_code', words: 'postal code' },
  country: { field: 'country', words: 'country' },
};

/** The first row that states a detail counts; each other text is named once, at its row. Names are compared in holders.ts. */
export function rowsThatDiffer(holder: Holder, tables: readonly MeantTable[]): SheetFinding[] {
  if (holder.named.length < 2) return [];
  const findings: SheetFinding[] = [];
  const rows = holder.named
    .filter(({ isFaulty }) => !isFaulty)
    .map((each) => ({ each, stated: statedDetails({ name: holder.name, named: [{ ...each, group: '' }] }) }));
  for (const [key, { field, words }] of Object.entries(COLUMNS)) {
    const detail = key as keyof typeof COLUMNS;
    const [first, ...others] = rows.filter(({ stated }) => stated[detail] !== '');
    const said = [first?.stated[detail] ?? ''];
    for (const { each, stated } of others) {
      const text = stated[detail];
      if (said.some((other) => isSame(detail, text, other))) continue;
      said.push(text);
      const message = `The ${words} of ${holder.name} is “${text}” here and “${said[0]!}” in row ${first!.each.place.row}. The first one is taken.`;
      findings.push(findingAt(tables, each.place, field, { code: 'detail_differs', severity: 'warning', message }));
    }
  }
  return findings;
}
